"""The one lock around pdfium, which serves one thread at a time in a whole process: whoever opens a PDF holds it."""

import threading

PDFIUM = threading.RLock()

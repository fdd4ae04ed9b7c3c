"""The far end of the pipe: a small program on LibreOffice's own Python that owns one soffice and drives it over UNO.

It speaks JSON, a line each way: a request names a job of `jobs.py`, an answer is what the job returned or
`{"error": text}`. It lives as long as its stdin: when the owner goes, however it goes, soffice and its profile go
too. Nothing here may import from the rest of the package or need a newer Python than 3.8, since LibreOffice chooses
the interpreter.
"""

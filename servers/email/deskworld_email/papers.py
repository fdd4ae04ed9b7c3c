"""The files that come with the invented mail, made from their lines: text as it stands, a .pdf as one real page."""


def paper(name: str, lines: list[str]) -> bytes:
    """The bytes of a file with these lines."""
    return _pdf(lines) if name.endswith(".pdf") else "".join(f"{line}\n" for line in lines).encode()


def _pdf(lines: list[str]) -> bytes:
    """A PDF page (ISO 32000-1) with one line of Helvetica for each line of text."""
    shown = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in lines)
    content = b"BT /F1 11 Tf 16 TL 56 780 Td\n" + shown + b"ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    )
    file, places = b"%PDF-1.4\n", list[int]()
    for number, each in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    size, start = len(objects) + 1, len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % size
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)


def _escaped(line: str) -> bytes:
    text = line.encode("cp1252", "replace")
    return text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")

"""Workbooks: sheets, cells, what lies over them, and what is broken."""

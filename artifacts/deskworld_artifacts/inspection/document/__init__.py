"""Documents: text as it reads, its styles and lists, pages, and what lies beside the text."""

"""Files to pictures (render) and facts (inspect)."""

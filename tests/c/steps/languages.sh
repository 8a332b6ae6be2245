# The examples in other languages, against the installed header and library: those whose runtimes are there.

step_languages() {
    local library=$work/libmcp_errors.so.1
    cp "${static%.a}.so" "$library"
    LIMIT=600 check "languages: each example prints what it should" bindings/examples/run.sh "$library" include
    grep skipped "$work/check.log" | sed 's/^/        /'
    refuse "languages: an example that prints something else is found" bindings/examples/run.sh "$library" "$work" luajit php
    check "languages: none has more than 60 lines" at_most_60_lines
}

at_most_60_lines() {
    wc -l bindings/examples/*/* | awk '$2 != "total" && $1 > 60 {print; wrong = 1} END {exit wrong || NR < 8}'
}

#!/usr/bin/env bash
# Every function on a message of 64 MiB under `ulimit -v`. Usage: ulimit.sh DIRECTORY_WITH_TIGHT
# The process must live, and wherever the function needs a copy of its input the answer is OUT_OF_MEMORY.
set -u
tight=$1/tight
# These read their input where it stands, and so need nothing.
in_place='^(classify|caps_missing: declared|caps_for_input_request|request_check: (capabilities|server)|request_headers: request|advise: (client_versions|tried))$'
lived=0
refused=0
wrong=0
for ((number = 0; number < $("$tight"); number++)); do
    any=
    for room in 90000 140000; do # KiB: the input, and less than a copy; the input, a copy, and less than another
        for shape in 0 3 4; do # a long string, many strings, many members: each function wants one of them
            answer=$(ulimit -v "$room" && timeout 60 "$tight" "$number" "$shape" 2>&1)
            code=$?
            lived=$((lived + 1))
            if [ $code -ne 0 ]; then
                echo "$room KiB, shape $shape: function $number ended with $code: $answer"
                wrong=$((wrong + 1))
            elif [[ $answer == *" 6" ]]; then
                refused=$((refused + 1))
                any=1
            fi
        done
    done
    if [ -z "$any" ] && ! grep -qE "$in_place" <<<"${answer% *}"; then
        echo "never refused: $answer"
        wrong=$((wrong + 1))
    fi
done
echo "$lived calls, $refused refused for want of memory, $wrong wrong"
[ "$wrong" -eq 0 ] && [ "$refused" -gt 10 ]

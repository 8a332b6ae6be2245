"""What of a header a binary host relies on, as C that only a header compatible with it compiles, and as a list.

Usage: stub.py functions HEADER   a pointer to each function and to each struct: for abidiff
       stub.py values HEADER      an assertion on the value of each enumerator and constant, and on the width of each number type
       stub.py layout HEADER      a program that prints an assertion on the place and size of each member
       stub.py members OLD NEW    fails unless each struct of OLD is the beginning of the one in NEW, and each enumeration too
"""
import re
import sys


def read(path):
    """The declarations, without comments and lines of the preprocessor."""
    text = re.sub(r"/\*.*?\*/", "", open(path, encoding="utf-8").read(), flags=re.S)
    return text, re.sub(r"^\s*#.*$", "", text, flags=re.M)


def functions(code):
    return re.findall(r"^[a-z][^;(){}]*?\b(\w+)\s*\([^()]*\);", code, re.M)


def structs(code):
    """Name to the list of members, as they are declared."""
    found = re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", code, re.S)
    return {name: [" ".join(m.split()) for m in body.split(";") if m.strip()] for name, body in found}


def enums(code):
    found = re.findall(r"enum (\w+) \{(.*?)\};", code, re.S)
    return {name: re.findall(r"(\w+) = (-?\d+)", body) for name, body in found}


# Lists of constants, whose order says nothing.
LISTS = ("mcp_code_values", "mcp_flag_values", "mcp_packed_values")


def print_functions(header):
    code = read(header)[1]
    for name in functions(code):
        print(f"__typeof__(&{name}) stub_{name};")
    for name in structs(code):
        print(f"{name} *stub_{name};")


def print_values(header):
    text, code = read(header)
    for name, value in re.findall(r"^#define (MCP_\w+) (\S+)$", text, re.M):
        print(f'_Static_assert({name} == {value}, "{name}");')
    for values in enums(code).values():
        for name, value in values:
            print(f'_Static_assert({name} == {value}, "{name}");')
    for name in re.findall(r"typedef int32_t (\w+);", code):
        print(f'_Static_assert(sizeof({name}) == 4 && ({name})-1 < 0, "{name}");')


def print_layout(header):
    print("int main(void) {")
    for name, members in structs(read(header)[1]).items():
        grows = members[0] == "size_t struct_size"  # the others are passed by value or lie in arrays
        relation = ">=" if grows else "=="
        print(f'printf("_Static_assert(sizeof({name}) {relation} %zu, \\"size of {name}\\");\\n", sizeof({name}));')
        for member in (m.split()[-1].lstrip("*") for m in members):
            print(f'printf("_Static_assert(offsetof({name}, {member}) == %zu && sizeof((({name} *)0)->{member}) == %zu, '
                  f'\\"{name}.{member}\\");\\n", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));')
    print("return 0; }")


def compare_members(old_header, new_header):
    old, new = read(old_header)[1], read(new_header)[1]
    problems = []
    for kind, was, now in (("struct", structs(old), structs(new)), ("enumeration", enums(old), enums(new))):
        for name, parts in was.items():
            if set(parts) - set(now.get(name, [])) if name in LISTS else now.get(name, [])[:len(parts)] != parts:
                problems.append(f"{kind} {name} does not begin as it was")
    for name, values in enums(new).items():
        numbers = [int(value) for name, value in values if not name.endswith("_NONE")]
        if name not in LISTS and numbers != list(range(len(numbers))):
            problems.append(f"enumeration {name} is not numbered from 0 without gaps")
    flags = [int(value) for _, value in enums(new).get("mcp_flag_values", [])]
    if any(flag & (flag - 1) for flag in flags) or len(set(flags)) != len(flags):
        problems.append("flags share bits")
    if len(functions(old)) < 80 or len(structs(old)) < 5 or len(enums(old)) < 10:
        problems.append(f"{old_header} was not understood")
    print("\n".join(problems) or "structs and enumerations begin as they were")
    return 1 if problems else 0


if sys.argv[1] == "members":
    sys.exit(compare_members(*sys.argv[2:]))
print("#include <stddef.h>\n#include <stdio.h>" if sys.argv[1] == "layout" else "")
{"functions": print_functions, "values": print_values, "layout": print_layout}[sys.argv[1]](sys.argv[2])

"""Runs a script that uses ctypes with a WebAssembly module in place of the shared library: wasm_ctypes.py SCRIPT MODULE ARGUMENT...

Stands in for the part of ctypes that tests/check_abi.py needs. Pointers and sizes have 32 bits, and point into the module's memory;
an argument by reference is copied there for the call, and back after it.
"""
import ctypes as real
import runpy
import sys

import wasmtime

machine = None  # the loaded module; a script loads one


class Machine:
    def __init__(self, path):
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        self.store.set_wasi(wasmtime.WasiConfig())
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self.exports = linker.instantiate(self.store, wasmtime.Module.from_file(engine, path)).exports(self.store)
        self.memory = self.exports["memory"]
        if "_initialize" in self.exports:
            self.exports["_initialize"](self.store)

    def allocate(self, data):
        address = self.exports["malloc"](self.store, max(len(data), 1)) & 0xFFFFFFFF
        assert address, "the module has no memory left"
        self.memory.write(self.store, data, address)
        return address

    def free(self, address):
        self.exports["free"](self.store, address)

    def read(self, address, size):
        return bytes(self.memory.read(self.store, address, address + size)) if size else b""

    def text(self, address):
        if not address:
            return None
        size = 0
        while self.memory.read(self.store, address + size, address + size + 1) != b"\0":
            size += 1
        return self.read(address, size)


class c_void_p(real.c_uint32):
    pass


class c_char_p(real.c_uint32):
    pass


class Structure(real.Structure):
    """Fields of pointer types read and take what ctypes' own would."""

    def __init__(self, *values):
        super().__init__(*(0 if value is None else value for value in values))

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if isinstance(value, c_char_p):
            return machine.text(value.value)
        if isinstance(value, c_void_p):
            return value.value or None
        return value


class Buffer:
    """Bytes in the module's memory, freed with the object."""

    def __init__(self, data):
        self.address = machine.allocate(data)

    def __del__(self):
        machine.free(self.address)


class Reference:
    def __init__(self, target):
        self.target = target


class Function:
    restype, argtypes = real.c_int, ()

    def __init__(self, name):
        self.call = machine.exports[name]

    def __call__(self, *values):
        assert len(values) == len(self.argtypes), "as many arguments as parameters"
        arguments, allocated, references, result = [], [], [], None
        if issubclass(self.restype or int, real.Structure):  # is returned through a pointer to it
            result = self.restype()
            values, types = (Reference(result), *values), (None, *self.argtypes)
        else:
            types = self.argtypes
        for value, type_ in zip(values, types):
            if isinstance(value, Reference):
                data = bytes(value.target)
                allocated.append(machine.allocate(data))
                references.append((value.target, allocated[-1], len(data)))
                arguments.append(allocated[-1])
            elif isinstance(value, bytes):
                allocated.append(machine.allocate(value + b"\0"))
                arguments.append(allocated[-1])
            else:
                number = type_(0 if value is None else getattr(value, "value", value)).value
                arguments.append(number if type_ is real.c_int64 else real.c_int32(number).value)
        returned = self.call(machine.store, *arguments)
        for target, address, size in references:
            real.memmove(real.addressof(target), machine.read(address, size), size)
        for address in allocated:
            machine.free(address)
        if result is not None:
            return result
        if self.restype is None:
            return None
        if self.restype is c_char_p:
            return machine.text(returned & 0xFFFFFFFF)
        value = self.restype(returned).value
        return value or None if self.restype is c_void_p else value


class CDLL:
    def __init__(self, path):
        global machine
        machine = Machine(path)

    def __getattr__(self, name):
        if name not in machine.exports:
            raise AttributeError(f"undefined symbol: {name}")
        setattr(self, name, Function(name))
        return self.__dict__[name]


def install():
    fake = type(sys)("ctypes")
    for name in ("c_bool", "c_int32", "c_uint16", "c_uint32", "c_int64", "c_uint64", "sizeof"):
        setattr(fake, name, getattr(real, name))
    fake.c_size_t = real.c_uint32
    fake.c_void_p, fake.c_char_p, fake.Structure, fake.CDLL = c_void_p, c_char_p, Structure, CDLL
    fake.POINTER = lambda kind: kind
    fake.byref = Reference
    fake.create_string_buffer = lambda data, size: Buffer(data.ljust(size, b"\0"))
    fake.addressof = lambda buffer: buffer.address
    fake.string_at = lambda address, size: machine.read(address or 0, size)
    sys.modules["ctypes"] = fake


if __name__ == "__main__":
    install()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")

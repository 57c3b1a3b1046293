"""What breaks bots that are out there is told by comparing with proto/baseline.binpb: it must know everything there is."""

from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool

from arena.v1 import arena_pb2, bots_pb2, simulator_pb2  # noqa: F401  they bring every file of proto/ into the pool

ROOT = Path(__file__).parents[2]


def names(messages, prefix):
    """Every field and every value of an enumeration, with number and type."""
    for message in messages:
        inside = f"{prefix}.{message.name}"
        yield from (f"{inside}.{field.name} = {field.number} ({field.type})" for field in message.field)
        yield from names(message.nested_type, inside)


def described(file):
    values = (f"{enum.name}.{value.name} = {value.number}" for enum in file.enum_type for value in enum.value)
    calls = (f"{service.name}/{method.name}" for service in file.service for method in service.method)
    return {*names(file.message_type, file.package), *values, *calls}


def test_the_baseline_knows_everything_there_is():
    baseline = descriptor_pb2.FileDescriptorSet.FromString((ROOT / "proto" / "baseline.binpb").read_bytes())
    kept = {file.name: described(file) for file in baseline.file}
    for path in sorted((ROOT / "proto" / "arena" / "v1").glob("*.proto")):
        name = path.relative_to(ROOT / "proto").as_posix()
        now = descriptor_pb2.FileDescriptorProto()
        descriptor_pool.Default().FindFileByName(name).CopyToProto(now)
        new = described(now) - kept.get(name, set())
        assert not new, f"{name}: later changes of these would go unnoticed; run tools/proto baseline"

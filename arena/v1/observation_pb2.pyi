from arena.v1 import iki_pb2 as _iki_pb2
from arena.v1 import nippon_pb2 as _nippon_pb2
from arena.v1 import yokohama_pb2 as _yokohama_pb2
from arena.v1 import zaibatsu_pb2 as _zaibatsu_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Observation(_message.Message):
    __slots__ = ("iki", "nippon", "yokohama", "zaibatsu", "json")
    IKI_FIELD_NUMBER: _ClassVar[int]
    NIPPON_FIELD_NUMBER: _ClassVar[int]
    YOKOHAMA_FIELD_NUMBER: _ClassVar[int]
    ZAIBATSU_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    iki: _iki_pb2.IkiObservation
    nippon: _nippon_pb2.NipponObservation
    yokohama: _yokohama_pb2.YokohamaObservation
    zaibatsu: _zaibatsu_pb2.ZaibatsuObservation
    json: str
    def __init__(self, iki: _Optional[_Union[_iki_pb2.IkiObservation, _Mapping]] = ..., nippon: _Optional[_Union[_nippon_pb2.NipponObservation, _Mapping]] = ..., yokohama: _Optional[_Union[_yokohama_pb2.YokohamaObservation, _Mapping]] = ..., zaibatsu: _Optional[_Union[_zaibatsu_pb2.ZaibatsuObservation, _Mapping]] = ..., json: _Optional[str] = ...) -> None: ...

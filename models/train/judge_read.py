"""Reads the weights of a judge from its int8 ONNX network, so that training can continue from them.

    python judge_read.py --network ../claim-judge/model.onnx --out FILE

Matrices have eight-bit precision. Outputs missing from the network start with random weights.
"""

import argparse
from pathlib import Path

import judge
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import save_file


def matrices(network):
    """Yields matrices, named after the nodes that multiply by them, with values of shape [inputs, outputs]."""
    stored = {i.name: numpy_helper.to_array(i) for i in network.graph.initializer}
    for node in network.graph.node:
        if node.op_type == "MatMulInteger":
            base = node.input[1].removesuffix("_quantized")
            whole = stored[node.input[1]].astype(np.int32) - stored[base + "_zero_point"].astype(np.int32)
            name = node.name.removeprefix("/judge/").removesuffix("/MatMul_quant").removesuffix("/Gemm_MatMul_quant")
            yield name.replace("/", ".") + ".weight", whole * stored[base + "_scale"]


def embeddings(network):
    stored = {i.name: numpy_helper.to_array(i) for i in network.graph.initializer}
    for name, value in stored.items():
        short = name.removeprefix("judge.")
        if name.startswith("judge.") and value.dtype == np.float32 and not name.endswith(("_scale", "_zero_point")):
            yield short, value
        elif short.startswith("network.embeddings.") and name.endswith("_quantized"):
            base = name.removesuffix("_quantized")
            whole = value.astype(np.int32) - stored[base + "_zero_point"].astype(np.int32)
            yield short.removesuffix("_quantized"), whole * stored[base + "_scale"]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--network", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    network = onnx.load(args.network)
    torch.manual_seed(1)
    state = judge.Judge().state_dict()
    read = dict(embeddings(network)) | {name: value.T for name, value in matrices(network)}
    for name, value in state.items():
        if name not in read:
            print("not in the network:", name)
            continue
        new = torch.from_numpy(np.ascontiguousarray(read[name], np.float32))
        state[name] = new if new.shape == value.shape else torch.cat([new[: min(len(new), len(value))], value[len(new) :]])
    save_file(state, args.out)


if __name__ == "__main__":
    main()

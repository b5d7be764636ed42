"""A decoder of the Llama architecture, read from a GGUF file, small enough to read in one go.

It takes any attention mask, so that several sentences about one paper can be learned from in one
run: they share the paper's tokens and do not see each other.
"""

from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader, dequantize
from torch import nn
from torch.nn import functional as F

SPECIAL = 17  # the first rows of the vocabulary are tokens of control


class Shape:
    layers, width, heads, kv_heads, hidden, vocabulary = 30, 576, 9, 3, 1536, 49152
    theta, epsilon = 100000.0, 1e-5
    head = width // heads


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(Shape.width))

    def forward(self, x):
        return (F.rms_norm(x.float(), (Shape.width,), self.weight, Shape.epsilon)).to(x.dtype)


def rotation(positions: torch.Tensor):
    """cos and sin, tokens by half a head."""
    frequency = Shape.theta ** (-torch.arange(0, Shape.head, 2).float() / Shape.head)
    angle = positions.float().unsqueeze(-1) * frequency
    return angle.cos(), angle.sin()


def rotate(x, turn):
    """x: batch, heads, tokens, head."""
    cos, sin = (t.unsqueeze(-3).to(x.dtype) for t in turn)
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        kv = Shape.kv_heads * Shape.head
        self.norm1, self.norm2 = Norm(), Norm()
        self.q = nn.Linear(Shape.width, Shape.width, bias=False)
        self.k = nn.Linear(Shape.width, kv, bias=False)
        self.v = nn.Linear(Shape.width, kv, bias=False)
        self.o = nn.Linear(Shape.width, Shape.width, bias=False)
        self.gate = nn.Linear(Shape.width, Shape.hidden, bias=False)
        self.up = nn.Linear(Shape.width, Shape.hidden, bias=False)
        self.down = nn.Linear(Shape.hidden, Shape.width, bias=False)

    def forward(self, x, turn, mask, past=None):
        """past and the second answer: keys and values, batch, kv heads, tokens, head."""
        heads = lambda y, n: y.unflatten(-1, (n, Shape.head)).transpose(1, 2)
        y = self.norm1(x)
        q, k, v = heads(self.q(y), Shape.heads), heads(self.k(y), Shape.kv_heads), heads(self.v(y), Shape.kv_heads)
        q, k = rotate(q, turn), rotate(k, turn)
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        group = Shape.heads // Shape.kv_heads
        wide = lambda y: y.repeat_interleave(group, 1)
        seen = F.scaled_dot_product_attention(q, wide(k), wide(v), attn_mask=mask)
        x = x + self.o(seen.transpose(1, 2).flatten(2))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), (k, v)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Parameter(torch.zeros(Shape.vocabulary - SPECIAL, Shape.width), requires_grad=False)
        self.special = nn.Parameter(torch.zeros(SPECIAL, Shape.width))
        self.layers = nn.ModuleList(Layer() for _ in range(Shape.layers))
        self.norm = Norm()
        self.frozen = 0  # so many of the lowest layers do not learn

    def table(self):
        return torch.cat([self.special, self.words])

    def forward(self, ids, positions, mask, past=None):
        """The last hidden states, batch by tokens by width, and keys and values by layer."""
        x = F.embedding(ids, self.table())
        turn, kept = rotation(positions), []
        for i, layer in enumerate(self.layers):
            if i < self.frozen:
                x = x.detach()
            x, kv = layer(x, turn, mask, past[i] if past else None)
            kept.append(kv)
        return self.norm(x), kept

    def freeze(self, layers: int):
        self.frozen = layers
        for layer in self.layers[:layers]:
            layer.requires_grad_(False)

    def logits(self, hidden):
        return F.linear(hidden, self.table().to(hidden.dtype))


NAMES = {"attn_q": "q", "attn_k": "k", "attn_v": "v", "attn_output": "o", "ffn_gate": "gate", "ffn_up": "up", "ffn_down": "down", "attn_norm": "norm1", "ffn_norm": "norm2"}


def halves(weight: torch.Tensor, heads: int) -> torch.Tensor:
    """Undoes the order of rows of llama.cpp, which turns neighbours rather than halves."""
    return weight.view(heads, Shape.head // 2, 2, -1).transpose(1, 2).reshape(weight.shape)


def read_gguf(path: Path) -> Decoder:
    model, state = Decoder(), {}
    for t in GGUFReader(path).tensors:
        weight = torch.from_numpy(np.array(dequantize(t.data, t.tensor_type), dtype=np.float32))
        match t.name.split("."):
            case ["token_embd", _]:
                state["special"], state["words"] = weight[:SPECIAL], weight[SPECIAL:]
            case ["output_norm", _]:
                state["norm.weight"] = weight
            case ["blk", layer, name, _]:
                if name in ("attn_q", "attn_k"):
                    weight = halves(weight, Shape.heads if name == "attn_q" else Shape.kv_heads)
                state[f"layers.{layer}.{NAMES[name]}.weight"] = weight
    model.load_state_dict(state)
    return model


@torch.no_grad()
def greedy(model: Decoder, prompts: list[list[int]], most: int, stop: int) -> list[list[int]]:
    """Continues prompts of any lengths, all at once."""
    n, longest = len(prompts), max(map(len, prompts))
    ids = torch.tensor([[stop] * (longest - len(p)) + p for p in prompts])
    real = torch.tensor([[False] * (longest - len(p)) + [True] * len(p) for p in prompts])
    positions = (real.cumsum(1) - 1).clamp(min=0)
    mask = (torch.ones(longest, longest, dtype=torch.bool).tril() & real[:, None, :]) | torch.eye(longest, dtype=torch.bool)
    hidden, past = model(ids, positions, mask[:, None])
    answers, done = [[] for _ in prompts], [False] * n
    for step in range(most):
        chosen = model.logits(hidden[:, -1]).argmax(-1)
        for i, token in enumerate(chosen.tolist()):
            done[i] = done[i] or token == stop
            if not done[i]:
                answers[i].append(token)
        if all(done):
            break
        positions = positions[:, -1:] + 1
        real = torch.cat([real, torch.ones(n, 1, dtype=torch.bool)], 1)
        hidden, past = model(chosen[:, None], positions, real[:, None, None], past)
    return answers

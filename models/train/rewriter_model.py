"""A decoder of the Llama architecture, with the sizes of SmolLM2-135M.

It takes any attention mask, so that all sentences about a paper are learned from in one pass: they share the
paper's tokens and do not see each other.
"""

import torch
from torch import nn
from torch.nn import functional as F


class Shape:
    layers, width, heads, kv_heads, hidden = 30, 576, 9, 3, 1536
    theta, epsilon = 100000.0, 1e-5
    head = width // heads


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(Shape.width))

    def forward(self, x):
        return F.rms_norm(x.float(), (Shape.width,), self.weight, Shape.epsilon).to(x.dtype)


def rotation(positions: torch.Tensor):
    """cos and sin, tokens by half a head."""
    frequency = Shape.theta ** (-torch.arange(0, Shape.head, 2).float() / Shape.head)
    angle = positions.float().unsqueeze(-1) * frequency
    return angle.cos().unsqueeze(-3), angle.sin().unsqueeze(-3)


def rotate(x, turn):
    """x: batch, heads, tokens, head."""
    cos, sin = (t.to(x.dtype) for t in turn)
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        kv = Shape.kv_heads * Shape.head
        self.norm1, self.norm2 = Norm(), Norm()
        linear = lambda n, m: nn.Linear(n, m, bias=False)
        self.q, self.k, self.v = linear(Shape.width, Shape.width), linear(Shape.width, kv), linear(Shape.width, kv)
        self.o = linear(Shape.width, Shape.width)
        self.gate, self.up = linear(Shape.width, Shape.hidden), linear(Shape.width, Shape.hidden)
        self.down = linear(Shape.hidden, Shape.width)

    def forward(self, x, turn, mask, past=None):
        """past and the second result: keys and values, batch, kv heads, tokens, head."""
        heads = lambda y, n: y.unflatten(-1, (n, Shape.head)).transpose(1, 2)
        y = self.norm1(x)
        q, k, v = heads(self.q(y), Shape.heads), heads(self.k(y), Shape.kv_heads), heads(self.v(y), Shape.kv_heads)
        q, k = rotate(q, turn), rotate(k, turn)
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        wide = lambda y: y.repeat_interleave(Shape.heads // Shape.kv_heads, 1)
        seen = F.scaled_dot_product_attention(q, wide(k), wide(v), attn_mask=mask)
        x = x + self.o(seen.transpose(1, 2).flatten(2))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), (k, v)


class Decoder(nn.Module):
    """The embeddings and the lowest layers, as many as frozen, do not learn."""

    def __init__(self, vocabulary: int, frozen: int = 0):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(vocabulary, Shape.width), requires_grad=False)
        self.layers = nn.ModuleList(Layer() for _ in range(Shape.layers))
        self.norm = Norm()
        for layer in self.layers[:frozen]:
            layer.requires_grad_(False)

    def forward(self, ids, positions, mask, past=None):
        """The last hidden states, batch by tokens by width, and keys and values by layer."""
        x = F.embedding(ids, self.table)
        turn, kept = rotation(positions), []
        for i, layer in enumerate(self.layers):
            x, kv = layer(x, turn, mask, past[i] if past else None)
            kept.append(kv)
        return self.norm(x), kept

    def logits(self, hidden):
        return F.linear(hidden, self.table.to(hidden.dtype))


@torch.no_grad()
def greedy(model: Decoder, prompts: list[list[int]], most: int, stop: int) -> list[list[int]]:
    """Continues prompts of any lengths, all at once."""
    n, longest = len(prompts), max(map(len, prompts))
    ids = torch.tensor([[stop] * (longest - len(p)) + p for p in prompts])
    real = torch.tensor([[False] * (longest - len(p)) + [True] * len(p) for p in prompts])
    positions = (real.cumsum(1) - 1).clamp(min=0)
    mask = (torch.ones(longest, longest, dtype=torch.bool).tril() & real[:, None, :]) | torch.eye(longest, dtype=torch.bool)
    hidden, past = model(ids, positions, mask[:, None])
    texts, done = [[] for _ in prompts], [False] * n
    for _ in range(most):
        chosen = model.logits(hidden[:, -1]).argmax(-1)
        for i, token in enumerate(chosen.tolist()):
            done[i] = done[i] or token == stop
            if not done[i]:
                texts[i].append(token)
        if all(done):
            break
        positions = positions[:, -1:] + 1
        real = torch.cat([real, torch.ones(n, 1, dtype=torch.bool)], 1)
        hidden, past = model(chosen[:, None], positions, real[:, None, None], past)
    return texts

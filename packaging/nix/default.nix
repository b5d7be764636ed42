# `make dist` fills in the version, URLs and checksums and writes the result to
# build/dist/packaging. nix-build -E 'with import <nixpkgs> {}; callPackage ./default.nix {}'
{ lib, stdenv, fetchurl, autoPatchelfHook, installShellFiles }:

let
  archives = {
    x86_64-linux = { url = "@URL:linux_amd64@"; sha256 = "@SHA256:linux_amd64@"; };
    aarch64-linux = { url = "@URL:linux_arm64@"; sha256 = "@SHA256:linux_arm64@"; };
    x86_64-darwin = { url = "@URL:darwin_amd64@"; sha256 = "@SHA256:darwin_amd64@"; };
    aarch64-darwin = { url = "@URL:darwin_arm64@"; sha256 = "@SHA256:darwin_arm64@"; };
  };
in
stdenv.mkDerivation {
  pname = "scilit-lsp";
  version = "@VERSION@";

  src = fetchurl archives.${stdenv.hostPlatform.system};

  # If the archive contains onnxruntime, it and the program refer to the loader
  # and the C++ library of other systems.
  nativeBuildInputs = [ installShellFiles ] ++ lib.optional stdenv.hostPlatform.isLinux autoPatchelfHook;
  buildInputs = lib.optional stdenv.hostPlatform.isLinux stdenv.cc.cc.lib;

  dontConfigure = true;
  dontBuild = true;
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    installManPage man/scilit-lsp.1
    installShellCompletion --bash completions/scilit-lsp.bash --fish completions/scilit-lsp.fish --zsh completions/_scilit-lsp
    mkdir -p $out/libexec/scilit-lsp $out/bin
    cp -R . $out/libexec/scilit-lsp
    ln -s $out/libexec/scilit-lsp/scilit-lsp $out/bin/scilit-lsp
    runHook postInstall
  '';

  meta = {
    description = "Language server for citing while writing LaTeX and Markdown";
    homepage = "https://github.com/scilit-lsp/scilit-lsp";
    license = lib.licenses.mit;
    mainProgram = "scilit-lsp";
    platforms = builtins.attrNames archives;
  };
}

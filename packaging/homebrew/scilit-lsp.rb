# `make dist` fills in the version, URLs and checksums and writes the result to build/dist/packaging.
class ScilitLsp < Formula
  desc "Language server for citing while writing LaTeX and Markdown"
  homepage "https://github.com/scilit-lsp/scilit-lsp"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@URL:darwin_arm64@"
      sha256 "@SHA256:darwin_arm64@"
    end
    on_intel do
      url "@URL:darwin_amd64@"
      sha256 "@SHA256:darwin_amd64@"
    end
  end

  on_linux do
    on_arm do
      url "@URL:linux_arm64@"
      sha256 "@SHA256:linux_arm64@"
    end
    on_intel do
      url "@URL:linux_amd64@"
      sha256 "@SHA256:linux_amd64@"
    end
  end

  def install
    man1.install "man/scilit-lsp.1"
    bash_completion.install "completions/scilit-lsp.bash" => "scilit-lsp"
    zsh_completion.install "completions/_scilit-lsp"
    fish_completion.install "completions/scilit-lsp.fish"
    # The program looks for models and onnxruntime, if the archive contains them, next to itself.
    libexec.install Dir["*"]
    bin.install_symlink libexec/"scilit-lsp"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/scilit-lsp --version").strip
    (testpath/"refs.bib").write "@misc{a, title = {On Pooling}, author = {Ito, Ida}}"
    system bin/"scilit-lsp", "index", "build", "--out", "index", "--embedder", "none", "refs.bib"
    assert_match "1 paper", shell_output("#{bin}/scilit-lsp doctor --index index")
  end
end

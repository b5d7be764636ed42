# Runs the formula with a stand-in for Homebrew's Formula class:
# ruby check.rb FORMULA OS/ARCH
SYSTEM, ARCH = ARGV.fetch(1).split("/")
class Formula
  class << self
    attr_reader :facts
    def inherited(sub) = sub.instance_variable_set(:@facts, {})
    %i[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| @facts[name] = value }
    end
    def on_macos = (yield if SYSTEM == "darwin")
    def on_linux = (yield if SYSTEM == "linux")
    def on_arm = (yield if ARCH == "arm64")
    def on_intel = (yield if ARCH == "amd64")
    def test = nil
  end
end
load ARGV.fetch(0)
facts = ScilitLsp.facts
abort "the formula has no method install" unless ScilitLsp.method_defined?(:install)
abort "facts: #{facts}" unless %i[desc homepage version license url sha256].all? { |name| facts[name] }
abort "checksum: #{facts[:sha256]}" unless facts[:sha256].match?(/\A\h{64}\z/)
abort "URL: #{facts[:url]}" unless facts[:url].match?(%r{\Ahttps?://\S+/scilit-lsp_\S+\.tar\.gz\z})
abort "Homebrew requires a description of at most 80 characters without an article: #{facts[:desc]}" if facts[:desc].length > 80 || facts[:desc].match?(/\A(A|An|The) /)

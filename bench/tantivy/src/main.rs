//! Measures Tantivy on the synthetic papers of BenchmarkLexical; see bench/README.md.
//!
//!     tantivy-bench DIR    DIR contains papers.txt and queries.json; the index in DIR/tantivy
//!                          is built if missing

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Instant;

use tantivy::collector::TopDocs;
use tantivy::merge_policy::NoMergePolicy;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{doc, Index, Searcher, TantivyDocument, Term};

const BEST: usize = 150;
const RUNS: usize = 3;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Returns the process's CPU time, which excludes other work on the machine.
fn processor_ms() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Creates an index that stores only frequencies and lengths, as BM25 requires.
fn create(path: &Path) -> Result<Index> {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default().set_tokenizer("whitespace").set_index_option(IndexRecordOption::WithFreqs);
    schema.add_text_field("terms", TextOptions::default().set_indexing_options(indexing));
    fs::create_dir(path)?;
    let index = Index::create_in_dir(path, schema.build())?;
    index.tokenizers().register("whitespace", WhitespaceTokenizer::default());
    Ok(index)
}

fn build(folder: &Path, index: &Index) -> Result<()> {
    let terms = index.schema().get_field("terms")?;
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 400_000_000)?;
    for line in BufReader::new(File::open(folder.join("papers.txt"))?).lines() {
        writer.add_document(doc!(terms => line?))?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(())
}

/// Merges all segments into one, as in our index, since the indexing writer may leave several.
fn merge(index: &Index) -> Result<()> {
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 400_000_000)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    writer.merge(&index.searchable_segment_ids()?).wait()?;
    writer.garbage_collect_files().wait()?;
    writer.wait_merging_threads()?;
    Ok(())
}

fn union_of(terms: &[String], field: Field) -> BooleanQuery {
    let each = terms.iter().map(|term| {
        let weight = if term.contains(' ') { 0.5 } else { 1.0 };
        let term = Term::from_field_text(field, &term.replace(' ', "_"));
        let one: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
        (Occur::Should, Box::new(BoostQuery::new(one, weight)) as Box<dyn Query>)
    });
    BooleanQuery::new(each.collect())
}

fn ask(searcher: &Searcher, query: &BooleanQuery) -> Result<(f64, f64)> {
    let best = TopDocs::with_limit(BEST);
    searcher.search(query, &best)?;
    let (mut clock, mut processor) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        let (begin, used) = (Instant::now(), processor_ms());
        searcher.search(query, &best)?;
        clock = clock.min(begin.elapsed().as_secs_f64() * 1e3);
        processor = processor.min(processor_ms() - used);
    }
    Ok((clock, processor))
}

fn percentile(times: &mut [f64], share: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * share / 100]
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).ok_or("usage: tantivy-bench DIR")?;
    let folder = Path::new(&folder);
    let path = folder.join("tantivy");
    let index = if path.exists() { Index::open_in_dir(&path)? } else { create(&path)? };
    let field = index.schema().get_field("terms")?;
    let used = processor_ms();
    if index.searchable_segment_ids()?.is_empty() {
        build(folder, &index)?;
    }
    if index.searchable_segment_ids()?.len() > 1 {
        merge(&index)?;
    }
    println!("built in {:.1} s of CPU time", (processor_ms() - used) / 1e3);
    let searcher = index.reader()?.searcher();
    println!("{} papers in {} segments, {} MB", searcher.num_docs(), searcher.segment_readers().len(), searcher.space_usage()?.total().get_bytes() / 1_000_000);
    let queries: BTreeMap<u32, Vec<Vec<String>>> = serde_json::from_reader(File::open(folder.join("queries.json"))?)?;
    for (size, queries) in queries {
        let (mut clock, mut processor) = (vec![], vec![]);
        for terms in queries.iter().take(24) {
            let (c, p) = ask(&searcher, &union_of(terms, field))?;
            clock.push(c);
            processor.push(p);
        }
        println!(
            "{size} terms: p50 {:.2} ms, p95 {:.2} ms; of the processor {:.2} and {:.2}",
            percentile(&mut clock, 50), percentile(&mut clock, 95), percentile(&mut processor, 50), percentile(&mut processor, 95)
        );
    }
    Ok(())
}

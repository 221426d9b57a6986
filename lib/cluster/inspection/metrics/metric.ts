/** Value of a metric for one set of labels. */
export interface Sample {
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

/** A metric of Prometheus with all its samples. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

/** Content type of the text format. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Returns metrics in the text format of Prometheus; those without samples are omitted.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.filter(({ samples }) => samples.length > 0).map(({ name, help, type, samples }) => [
    `# HELP ${name} ${escaped(help)}\n`, `# TYPE ${name} ${type}\n`, ...samples.map((sample) => `${name}${labelsText(sample)} ${sample.value}\n`),
  ].join('')).join('');
}

function labelsText({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

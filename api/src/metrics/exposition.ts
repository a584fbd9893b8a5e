/** A number of a metric, with the values of its labels. They come from lists of ours, never from what somebody sent. */
export type Sample = {
  labels?: Readonly<Record<string, string>>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

/** What is watched under one name. One without samples is there and not known. */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export const gauge = (name: string, help: string, ...samples: readonly Sample[]): Metric => ({
  ...{ name, help, type: 'gauge', samples },
})

export const counter = (name: string, help: string, ...samples: readonly Sample[]): Metric => ({
  ...{ name, help, type: 'counter', samples },
})

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const labelsIn = (labels: Sample['labels'] = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
  return pairs.length ? `{${pairs.join(',')}}` : ''
}

/** All of them in Prometheus' text format. */
export const writeMetrics = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelsIn(labels)} ${value}`),
      '',
    ])
    .join('\n')

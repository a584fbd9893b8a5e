/** For tests: a line of what a scrape is answered with. */
type Line = { name: string; labels: Record<string, string>; value: number }

const lineOf = (text: string): Line => {
  const [, name = '', labels = '', value = ''] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(text) ?? []
  if (name === '' || !Number.isFinite(Number(value))) throw new Error(`${text} is no line of a metric`)
  const pairs = [...labels.matchAll(/([a-z]+)="([^"\\]*)"(?:,|$)/g)]
  return { name, labels: Object.fromEntries(pairs.map(([, label, given]) => [label, given])), value: Number(value) }
}

/** For tests: what is told on a port, read as Prometheus reads it. */
export const scrape = async (port: number | undefined, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  const text = await answer.text()
  const lines = text.split('\n').filter((line) => line !== '')
  const told = lines.filter((line) => !line.startsWith('#')).map(lineOf)
  const types = new Map<string, string>()
  for (const line of lines) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (!name || !type) continue
    if (types.has(name)) throw new Error(`${name} is told twice`)
    types.set(name, type)
  }
  /** The value under a name with these labels; undefined when there is none. */
  const sample = (name: string, labels: Record<string, string> = {}) =>
    told.find(
      (line) => line.name === name && Object.entries(labels).every(([label, given]) => line.labels[label] === given),
    )?.value
  return { status: answer.status, type: answer.headers.get('content-type'), text, told, types, sample }
}

import { createMeter, type Meter } from './meter.ts'

const classes = ['2xx', '3xx', '4xx', '5xx'] as const

export type HttpMeter = Meter<(typeof classes)[number]>

/** Whatever is asked for and is no call of ours, as one. */
export const noEndpoint = 'none'

export const classOf = (status: number) => classes[Math.floor(status / 100) - 2] ?? '5xx'

export const createHttpMeter = (): HttpMeter =>
  createMeter({
    counted: { name: 'ingot_http_requests_total', help: 'Calls that were answered, by endpoint and class of status.' },
    took: { name: 'ingot_http_request_seconds', help: 'How long calls took that were let in, by endpoint.' },
    of: 'endpoint',
    ended: 'status',
    outcomes: classes,
    bounds: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
  })

export type JobMeter = Meter<'done' | 'failed'>

export const createJobMeter = (): JobMeter =>
  createMeter({
    counted: { name: 'ingot_job_runs_total', help: 'Jobs that were tried, by kind and by how it ended.' },
    took: { name: 'ingot_job_seconds', help: 'How long jobs took, by kind.' },
    // Not `job`, which is what Prometheus calls the processes that it asks.
    of: 'kind',
    ended: 'outcome',
    outcomes: ['done', 'failed'],
    bounds: [0.05, 0.5, 5, 30, 300],
  })

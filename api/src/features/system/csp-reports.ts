import type { Logger } from 'pino'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { createRateLimit } from '../../rate-limit.ts'
import type { SignedBody } from '../../signed-body.ts'

/** How browsers report: one at a time, the older way, or several together. */
const mediaTypes = new Set(['application/csp-report', 'application/reports+json'])

type Violation = { directive: string; blocked: string }

/**
 * Takes what browsers say that the policy of a page forbade, and leaves one short line of each. Anybody can send one and
 * addresses carry tokens, so only the directive and the origin of what was forbidden are kept; what is too much is dropped.
 */
export const createReportDesk = (log: Logger, now?: () => number) => {
  const { perAddressMinute, loggedPerMinute } = policy.reports
  const [ofAddress, ofAll] = [createRateLimit(perAddressMinute, now), createRateLimit(loggedPerMinute, now)]
  return ({ bytes, headers }: SignedBody, address: string) => {
    const [type = ''] = (headers['content-type'] ?? '').split(';')
    if (!mediaTypes.has(type.trim().toLowerCase())) throw new Failure('UnsupportedMediaType')
    if (ofAddress(address)) return
    for (const violation of violationsIn(bytes)) if (!ofAll('')) log.warn(violation, 'a page broke its policy')
  }
}

const violationsIn = (bytes: Buffer): Violation[] => {
  const report = parse(bytes)
  const single = fieldsOf(report)['csp-report']
  if (single) return [violationOf(fieldsOf(single), 'effective-directive', 'violated-directive', 'blocked-uri')]
  if (!Array.isArray(report)) throw new Failure('InvalidInput')
  return report
    .map(fieldsOf)
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body }) => violationOf(fieldsOf(body), 'effectiveDirective', 'effectiveDirective', 'blockedURL'))
}

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Failure('InvalidInput')
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const violationOf = (
  fields: Record<string, unknown>,
  directive: string,
  older: string,
  blocked: string,
): Violation => ({
  directive: /^[a-z-]{1,40}/.exec(String(fields[directive] ?? fields[older] ?? ''))?.[0] ?? 'unknown',
  blocked: originOf(String(fields[blocked] ?? '')),
})

/** Browsers name what has no address by a word, such as inline, eval or trusted-types-sink. */
const originOf = (blocked: string): string => {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked
  const url = URL.canParse(blocked) ? new URL(blocked) : undefined
  if (!url) return 'unknown'
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100)
}

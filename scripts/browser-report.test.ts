import { expect, test } from 'vitest'
import { closingLines, readBrowserReport } from './browser-report.ts'

const spec = (title: string, status: string) => ({ title, tests: [{ projectName: 'journeys', status }] })

/** In the shape that Playwright writes, cut to what is read: a file, and in it a group. */
const report = {
  suites: [
    {
      title: 'trade.spec.ts',
      specs: [spec('passes', 'expected'), spec('fails twice', 'unexpected'), spec('came late', 'flaky')],
      suites: [{ title: 'on a phone', specs: [spec('scrolls', 'flaky'), spec('fits', 'expected')] }],
    },
    { title: 'kyc.spec.ts', specs: [spec('is verified', 'expected')] },
  ],
  stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 0 },
}

test('a journey that failed and then passed counts as passed and is named', () => {
  expect(readBrowserReport(report)).toEqual({
    passed: 5,
    failed: 1,
    flaky: ['trade.spec.ts › came late', 'trade.spec.ts › on a phone › scrolls'],
  })
})

test('what was flaky stands above the sum, which is alone on the last line', () => {
  const browser = { name: 'browser', seconds: 600.4, ...readBrowserReport(report) }
  const unit = { name: 'unit', seconds: 9, passed: 120, failed: 0 }
  expect(closingLines([unit, browser], 603)).toEqual([
    'unit         120 passed    0 failed     9 s',
    'browser        5 passed    1 failed   600 s',
    'together                          603 s',
    '',
    'flaky, failed once and then passed:',
    '  trade.spec.ts › came late',
    '  trade.spec.ts › on a phone › scrolls',
    '',
    '125 passed, 1 failed',
  ])
  expect(closingLines([unit], 9)).toEqual([
    'unit         120 passed    0 failed     9 s',
    'together                            9 s',
    '',
    '120 passed, 0 failed',
  ])
})

test('what was skipped says why, and has neither passed nor failed', () => {
  const unit = { name: 'unit', seconds: 9, passed: 120, failed: 0 }
  const cluster = { name: 'cluster', seconds: 0, passed: 0, failed: 0, skipped: 'no etcd here' }
  expect(closingLines([unit, cluster], 9)).toEqual([
    'unit         120 passed    0 failed     9 s',
    'cluster    skipped: no etcd here',
    'together                            9 s',
    '',
    '120 passed, 0 failed, 1 skipped',
  ])
})

import { expect, test } from 'vitest'
import { runCommand } from './test-command.ts'

const bars = '--bars=docs/samples/reserves-bars.json'
const anchor = 'c82e4adc3dfd337dbf877856a35ee04e27950a1fbbfdbf848071f0cd1c429a7f'
const own = [`--contract=31337:0x${'c0'.repeat(20)}`, '--wallet=0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5']
const check = (...parameters: string[]) =>
  runCommand('reserves', ['check', 'docs/samples/reserves-proof.json', '--kept', ...parameters], {})

test('an auditor checks a proof by command, which ends with 0 only if everything fits', async () => {
  const fits = await check(bars, `--anchor=${anchor}`, '--balances=QMGT 5.000000', ...own)
  expect(fits).toMatchObject({ code: 0, error: '', out: expect.stringContaining('✓ Counted.') })
  expect(fits.out).toContain('5.000000000000000007 of 820.00000000000000028')
  const lowered = await check(bars, `--anchor=${anchor}`, '--balances=QMGT 6')
  expect(lowered).toMatchObject({ code: 1, out: expect.stringContaining('✗ Does not hold. QMGT: The balance') })
  expect(await check(bars, `--anchor=${'0'.repeat(64)}`)).toMatchObject({ code: 1 })
  expect(await runCommand('reserves', [], {})).toMatchObject({ code: 1, error: expect.stringContaining('Usage:') })
})

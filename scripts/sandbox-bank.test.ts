import { readCamt053 } from '@ingot/providers/bank/camt053'
import type { CamtPiece } from '@ingot/providers/bank/camt053-pieces'
import { writePain001 } from '@ingot/providers/bank/pain001'
import { VERSIONS } from '@ingot/sandbox/bank/camt'
import { openTestBank, type TestBank } from '@ingot/sandbox/bank/test-bank'
import { makeDataFolder, removeDataFolder } from '@ingot/sandbox/test-sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Both ends of the bank's protocols, which share no code: what one writes the other has to read.

let folder: string
let bank: TestBank

beforeEach(async () => {
  folder = await makeDataFolder()
  bank = await openTestBank(folder)
})
afterEach(async () => {
  await bank.stop()
  await removeDataFolder(folder)
})

const read = async (sequence: number) => {
  const pieces: CamtPiece[] = []
  for await (const some of readCamt053([Buffer.from(await bank.bank.statement(sequence))])) pieces.push(...some)
  return pieces
}
const linesOf = (pieces: CamtPiece[]) => pieces.flatMap((piece) => (piece.is === 'line' ? [piece.line] : []))

const ada = { name: 'Ada “Łova” & Sons', account: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const reference = 'RF18539007547034'

test.each(VERSIONS)('camt.053.001.%s: what the sandbox’s bank writes is read, to the cent', async (version) => {
  const first = { ...ada, amount: '250.50', reference, text: 'for gold', ultimateName: 'Byron', endToEndId: 'E2E-1' }
  const [credit] = await bank.bank.send(first)
  await bank.bank.send({ name: 'Kuala', account: '1234567890', amount: '0.01', pending: 1 })
  await bank.bank.send({ ...ada, amount: '10', currency: 'EUR' })
  await bank.bank.close({ version })
  const pieces = await read(1)
  const { iban } = await bank.bank.state()
  expect(pieces[0]).toEqual({ is: 'begin', account: iban, sequence: 1n })
  expect(pieces.at(-1)).toMatchObject({
    ...{ is: 'end', currency: 'USD', opening: 25_000_000n, closing: 25_026_150n, lines: 2 },
    ...{ from: '2026-11-17', until: '2026-11-17' },
  })
  expect(linesOf(pieces)[0]).toMatchObject({
    ...{ direction: 'in', cents: 25_050n, bookedOn: '2026-11-17', isReversal: false, returnCode: null },
    ...{ debtor: { name: ada.name, ultimateName: 'Byron', account: ada.account, bic: ada.bic } },
    ...{ reference, text: 'for gold', endToEndId: 'E2E-1', bankReference: credit?.bankReference, undoes: null },
  })
  await bank.bank.reverse(credit?.bankReference ?? '')
  await bank.bank.close({ version })
  const [pending, reversal] = linesOf(await read(2))
  expect(pending).toMatchObject({ cents: 1n, debtor: { account: '1234567890' }, reference: null, endToEndId: null })
  expect(reversal).toMatchObject({ direction: 'out', cents: 25_050n, isReversal: true, undoes: credit?.bankReference })
  expect(reversal?.bankReference).not.toBe(credit?.bankReference)
})

test.each(VERSIONS)('camt.053.001.%s: several in one entry are a line each', async (version) => {
  const sent = await bank.bank.send({ ...ada, amount: '99.99', reference, split: true })
  await bank.bank.send({ ...ada, amount: '7' })
  await bank.bank.close({ version, batch: true })
  const lines = linesOf(await read(1))
  expect(lines.map(({ cents }) => cents)).toEqual([4_999n, 5_000n, 700n])
  expect(lines.map((line) => line.bankReference).slice(0, 2)).toEqual(sent.map((each) => each.bankReference))
  expect(lines[1]).toMatchObject({ reference, debtor: { name: ada.name } })
})

test('what the portal writes as pain.001 is taken, and comes back in the statement under its name', async () => {
  const { iban, bic, holder } = await bank.bank.state()
  const payment = { cents: 1_234n, name: 'Ądam Ørsted', text: 'Payout 1' }
  const xml = writePain001({
    id: 'IGF1',
    madeAt: new Date('2026-11-17T12:00:00Z'),
    house: { name: holder, account: { iban }, bic },
    payments: [
      { ...payment, endToEndId: 'IG1', to: { iban: ada.account } },
      { ...payment, endToEndId: 'IG2', to: { number: '1234567890', bic: 'MBBEMYKL', bank: 'Maybank', country: 'MY' } },
    ],
  })
  const [one, two] = await bank.bank.pay(xml)
  expect(one).toMatchObject({
    amount: '12.34',
    endToEndId: 'IG1',
    party: { name: 'Adam Orsted', account: ada.account },
  })
  expect(two).toMatchObject({ party: { account: '1234567890', bic: 'MBBEMYKL' }, text: 'Payout 1' })
  await bank.bank.decide('IG2', 'return', 'AC04')
  await bank.bank.close()
  const [paid, gone, back] = linesOf(await read(1))
  expect(paid).toMatchObject({ direction: 'out', cents: 1_234n, endToEndId: 'IG1', creditor: { account: ada.account } })
  expect(gone).toMatchObject({ direction: 'out', endToEndId: 'IG2' })
  expect(back).toMatchObject({ direction: 'in', endToEndId: 'IG2', returnCode: 'AC04', undoes: gone?.bankReference })
})

test('what is wrong in a file is refused in words', async () => {
  await bank.bank.close({ wrongSum: true })
  await expect(read(1)).rejects.toThrow('do not lead from the opening to the closing balance')
  await bank.bank.mend(1)
  expect((await read(1)).at(-1)).toMatchObject({ is: 'end', sequence: 1n })
})

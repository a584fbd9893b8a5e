import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDataFolder, removeDataFolder } from '../test-sandbox.ts'
import { openTestBank, painOf, type TestBank } from './test-bank.ts'

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

const ada = { name: 'Ada Lovelace', account: 'DE89 3704 0044 0532 0130 00', amount: '250.50' }
const entries = (xml: string): string[] => xml.match(/<Ntry>.*?<\/Ntry>/g) ?? []

describe('transfers and statements', () => {
  test('a transfer is booked by the closing, whose statement leads from balance to balance and lies in the folder', async () => {
    await bank.bank.send({
      ...ada,
      reference: 'RF18539007547034',
      text: 'for gold',
      ultimateName: 'Byron',
      bic: 'cobadeff',
    })
    expect(await bank.bank.state()).toMatchObject({ balance: '250000.00', waiting: 1 })
    const made = await bank.bank.close()
    expect(made).toMatchObject({ sequence: 1, opening: '250000.00', closing: '250250.50', lines: 1 })
    expect(await bank.files()).toEqual(['camt053-000001.xml'])
    const xml = await bank.readFile('camt053-000001.xml')
    expect(xml).toBe(await bank.bank.statement(1))
    expect(xml).toContain('camt.053.001.08')
    const [entry] = entries(xml)
    for (const part of [
      '<Amt Ccy="USD">250.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>',
      '<Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>',
      '<UltmtDbtr><Pty><Nm>Byron</Nm></Pty></UltmtDbtr>',
      '<BICFI>COBADEFF</BICFI>',
      '<Ustrd>for gold</Ustrd>',
      '<Ref>RF18539007547034</Ref>',
    ])
      expect(entry).toContain(part)
    expect(await bank.bank.close()).toMatchObject({ sequence: 2, opening: '250250.50', closing: '250250.50', lines: 0 })
  })

  test('version 2 has its parties flat, its status plain and the amounts of transactions in their details', async () => {
    await bank.bank.send({ ...ada, bic: 'COBADEFF' })
    await bank.bank.send({ ...ada, amount: '0.01' })
    await bank.bank.close({ version: '02', batch: true })
    const [entry, ...others] = entries(await bank.bank.statement(1))
    expect(others).toEqual([])
    expect(entry).toContain('<Amt Ccy="USD">250.51</Amt>')
    expect(entry).toContain('<Sts>BOOK</Sts>')
    expect(entry).toContain('<Dbtr><Nm>Ada Lovelace</Nm></Dbtr>')
    expect(entry).toContain('<BIC>COBADEFF</BIC>')
    expect(entry).toContain('<NbOfTxs>2</NbOfTxs>')
    expect(entry?.match(/<TxAmt>/g)).toHaveLength(2)
  })

  test('on the way it is split, cut, stripped of its reference, changed from euros, or only announced', async () => {
    const reference = 'RF18539007547034'
    expect((await bank.bank.send({ ...ada, amount: '0.05', split: true })).map(({ amount }) => amount)).toEqual([
      '0.02',
      '0.03',
    ])
    const [cut] = await bank.bank.send({ ...ada, reference, text: 'for gold', cutTo: 6 })
    expect(cut).toMatchObject({ reference: 'RF1853', text: 'for go' })
    expect((await bank.bank.send({ ...ada, reference, dropReference: true }))[0]).toMatchObject({ reference: null })
    const [euros] = await bank.bank.send({ ...ada, amount: '100', currency: 'EUR' })
    expect(euros).toMatchObject({ amount: '110.00', instructed: { amount: '100.00', currency: 'EUR' } })
    await bank.bank.send({ ...ada, amount: '7', pending: 1 })
    expect(await bank.bank.close()).toMatchObject({ lines: 5, closing: '250611.05' })
    expect(entries(await bank.bank.statement(1)).at(-1)).toContain(
      '<Amt Ccy="USD">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>',
    )
    expect(await bank.bank.close()).toMatchObject({ lines: 1, closing: '250618.05' })
  })

  test('what is wrong in a file is wrong there alone, and can be made right; the same bytes can be sent again', async () => {
    await bank.bank.send(ada)
    expect(await bank.bank.close({ skipNumber: true, wrongSum: true })).toMatchObject({
      sequence: 1,
      closing: '250250.50',
    })
    const wrong = await bank.bank.statement(1)
    expect(wrong).toContain('<ElctrncSeqNb>2</ElctrncSeqNb>')
    expect(wrong).toContain('250251.50')
    await bank.bank.sendAgain(1)
    expect(await bank.readFile('camt053-000001-2.xml')).toBe(wrong)
    await bank.bank.mend(1)
    const right = await bank.readFile('camt053-000001-3.xml')
    expect(right).toContain('<ElctrncSeqNb>1</ElctrncSeqNb>')
    expect(right).not.toContain('250251.50')
    expect(await bank.bank.close({ hold: true })).toMatchObject({ sequence: 2, isHeld: true, sent: [] })
    expect(await bank.files()).toHaveLength(3)
    expect(await bank.bank.sendAgain(2)).toMatchObject({ isHeld: false, sent: ['camt053-000002.xml'] })
  })

  test('a credit is reversed once, and its reversal names it', async () => {
    const [credit] = await bank.bank.send({ ...ada, reference: 'RF18539007547034' })
    const name = credit?.bankReference ?? ''
    await expect(bank.bank.reverse(name)).rejects.toThrow('Only a booked credit can be taken back')
    await bank.bank.close()
    await bank.bank.reverse(name)
    await expect(bank.bank.reverse(name)).rejects.toThrow('It was taken back before')
    expect(await bank.bank.close()).toMatchObject({ closing: '250000.00' })
    const [entry] = entries(await bank.bank.statement(2))
    expect(entry).toContain('<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>')
    expect(entry).toContain(`<Refs><AcctSvcrRef>${name}</AcctSvcrRef>`)
    expect(entry).toContain('<Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr>')
  })

  test.each([
    [{ ...ada, amount: '0' }, 'amount must be'],
    [{ ...ada, amount: '1.001' }, 'amount must be'],
    [{ ...ada, amount: '-1' }, 'amount must be'],
    [{ ...ada, name: '' }, 'name must be given'],
    [{ ...ada, name: 'a\nb' }, 'name must be one line'],
    [{ ...ada, account: '--' }, 'account must have'],
    [{ ...ada, amount: '0.01', split: true }, 'One cent cannot be split'],
    [{ ...ada, refrence: 'RF' }, 'There is no field "refrence"'],
  ])('%j is refused in words', async (order, words) => {
    await expect(bank.bank.send(order)).rejects.toThrow(words)
    expect(await bank.bank.state()).toMatchObject({ waiting: 0 })
  })
})

describe('payments of the house', () => {
  test('a file is taken once, carried out by the closing, and can come back in part', async () => {
    await bank.bank.pay(
      painOf('file-1', [
        { id: 'IG1', amount: '100.00' },
        { id: 'IG2', amount: '20.10' },
      ]),
    )
    await expect(bank.bank.pay(painOf('file-1', [{ id: 'IG3', amount: '1.00' }]))).rejects.toThrow(
      'file-1 was taken before',
    )
    await expect(bank.bank.pay(painOf('file-2', [{ id: 'IG2', amount: '1.00' }]))).rejects.toThrow(
      'IG2 was taken before',
    )
    expect(await bank.bank.close()).toMatchObject({ lines: 2, closing: '249879.90' })
    const [entry] = entries(await bank.bank.statement(1))
    expect(entry).toContain('<CdtDbtInd>DBIT</CdtDbtInd>')
    expect(entry).toContain('<EndToEndId>IG1</EndToEndId>')
    expect(entry).toContain('<Cdtr><Pty><Nm>Ada &amp; Byron</Nm></Pty></Cdtr>')
    await expect(bank.bank.giveBack('IG1', { amount: '100.01' })).rejects.toThrow('No more can come back')
    await bank.bank.giveBack('IG1', { code: 'AC01', amount: '95.00' })
    await bank.bank.close()
    const [back] = entries(await bank.bank.statement(2))
    expect(back).toContain('<Amt Ccy="USD">95.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')
    expect(back).toContain('<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>')
    expect(back).toContain('<EndToEndId>IG1</EndToEndId>')
  })

  test('one comes back at once, one to a closed account too, one is never carried out, and the rest is paid', async () => {
    const closed = 'GB33BUKB20201555555555'
    await bank.bank.setClosed(closed, true)
    const wishes = ['IG1', 'IG2', 'IG3'].map((id) => ({ id, amount: '10.00' }))
    await bank.bank.pay(painOf('file-1', [...wishes, { id: 'IG4', amount: '5.00', account: closed }]))
    await bank.bank.decide('IG1', 'return', 'AM09')
    await bank.bank.decide('IG2', 'reject')
    expect(await bank.bank.close()).toMatchObject({ lines: 5, closing: '249990.00' })
    const states = Object.fromEntries((await bank.bank.movements()).map((each) => [each.id, each.state]))
    expect(Object.values(states).filter((state) => state === 'rejected')).toHaveLength(1)
    expect(await bank.bank.statement(1)).toContain('<Cd>AM09</Cd>')
    await expect(bank.bank.decide('IG3', 'reject')).rejects.toThrow('Only a payment that waits')
    expect(await bank.bank.accounts()).toContainEqual({
      account: closed,
      names: ['Ada & Byron'],
      sent: '5.00',
      received: '5.00',
      closed: true,
    })
  })

  const wish = [{ id: 'IG1', amount: '10.00' }]
  test.each([
    ['a wrong sum', painOf('f', wish, { sum: '10.01' }), 'says the sum 10.01'],
    ['a wrong count', painOf('f', wish, { count: '2' }), 'says 2 payments and has 1'],
    ['another account', painOf('f', wish, { iban: 'DE89370400440532013000' }), 'which is not yours'],
    ['no payment', painOf('f', []), '0 payments'],
    ['the same id twice', painOf('f', [...wish, ...wish]), 'the same EndToEndId'],
    ['another currency', painOf('f', wish).replace('Ccy="USD"', 'Ccy="EUR"'), 'is not in USD'],
    ['another namespace', painOf('f', wish).replace('pain.001.001.09', 'pain.008.001.02'), 'not pain.001'],
    ['a DOCTYPE', painOf('f', wish).replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), 'DOCTYPE'],
    ['half a file', painOf('f', wish).slice(0, 400), 'not well-formed'],
    ['great depth', painOf('f', wish).replace('<GrpHdr>', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}<GrpHdr>`), 'deep'],
    ['no XML', 'hello', 'not well-formed'],
    [
      'more than is there',
      painOf('f', [{ id: 'IG1', amount: '250000.01' }]),
      'The balance is too low: 250000.00 is there',
    ],
  ])('%s is refused in words, and nothing is kept', async (_what, xml, words) => {
    await expect(bank.bank.pay(xml)).rejects.toThrow(words)
    expect(await bank.bank.state()).toMatchObject({ waiting: 0 })
  })

  test('what is already on its way cannot be spent twice', async () => {
    await bank.bank.pay(painOf('f1', [{ id: 'IG1', amount: '200000.00' }]))
    await expect(bank.bank.pay(painOf('f2', [{ id: 'IG2', amount: '50000.01' }]))).rejects.toThrow('50000.00 is there')
  })
})

describe('what it keeps, and how it fails', () => {
  test('a restart loses nothing, and brings what a kill kept from the folder', async () => {
    await bank.bank.send(ada)
    await bank.bank.close({ hold: true })
    await bank.bank.pay(painOf('file-1', [{ id: 'IG1', amount: '100.00' }]))
    const before = [await bank.bank.movements(), await bank.bank.statements(), await bank.bank.state()]
    await bank.stop()
    bank = await openTestBank(folder)
    expect([await bank.bank.movements(), await bank.bank.statements(), await bank.bank.state()]).toEqual(before)
    await expect(bank.bank.pay(painOf('file-1', [{ id: 'IG9', amount: '1.00' }]))).rejects.toThrow('taken before')
    await bank.control.set('bank', { fault: 'slow', delayMs: 60_000, times: 1, on: 'channel' })
    await bank.bank.close()
    // It is written while the bank has answered already.
    await expect.poll(() => bank.files(), { timeout: 10_000 }).toEqual(['.camt053-000002.xml'])
    await bank.stop()
    bank = await openTestBank(folder)
    expect(await bank.files()).toEqual(['camt053-000002.xml'])
    expect(await bank.readFile('camt053-000002.xml')).toBe(await bank.bank.statement(2))
  })

  test('many at once are all there, each under its own name, and one statement has them', async () => {
    const many = Array.from({ length: 50 }, (_, place) => bank.bank.send({ ...ada, amount: `${place + 1}.00` }))
    const [, closed] = await Promise.all([Promise.all(many), bank.bank.close()])
    const rest = await bank.bank.close()
    expect(closed.lines + rest.lines).toBe(50)
    expect(rest.closing).toBe('251275.00')
    expect(new Set((await bank.bank.movements()).map(({ bankReference }) => bankReference)).size).toBe(50)
  })

  test('it is slow, refuses, loses answers and statements, and sends twice, as it is told', async () => {
    const { control } = bank
    await control.set('bank', { fault: 'refuse', answer: 'temporary', times: 1, on: 'request' })
    await expect(bank.bank.send(ada)).rejects.toThrow('Told by the sandbox to refuse')
    await control.set('bank', { fault: 'lose', times: 1, on: 'request' })
    await expect(bank.bank.send(ada)).rejects.toThrow()
    expect(await bank.bank.state()).toMatchObject({ waiting: 1 })
    await control.set('bank', { fault: 'lose', times: 1, on: 'channel' })
    await bank.bank.close()
    expect(await bank.files()).toEqual([])
    await control.set('bank', { fault: 'twice', times: 1, on: 'channel' })
    await bank.bank.close()
    expect(await bank.files()).toEqual(['camt053-000002-2.xml', 'camt053-000002.xml'])
    await control.set('bank', { fault: 'slow', delayMs: 50, times: 1, on: 'request' })
    const began = performance.now()
    await bank.bank.send(ada)
    expect(performance.now() - began).toBeGreaterThan(45)
  })

  test('told to, it closes by itself some time after something happened, and once at the beginning', async () => {
    await bank.stop()
    bank = await openTestBank(folder, 0.01)
    await expect.poll(() => bank.files(), { timeout: 10_000 }).toEqual(['camt053-000001.xml'])
    await bank.bank.send(ada)
    await expect
      .poll(() => bank.bank.state(), { timeout: 10_000 })
      .toMatchObject({ balance: '250250.50', waiting: 0, statements: 2 })
  })
})

describe('its page', () => {
  test('a person sends a transfer, closes the day, fetches the statement, and is told what is wrong', async () => {
    const sent = await bank.submit('/bank/transfers', { ...ada, currency: 'USD', split: 'on', cutTo: '', pending: '' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/bank?done=sent'])
    const refused = await bank.submit('/bank/transfers', { ...ada, name: '<b>', amount: 'much' })
    expect(refused.status).toBe(400)
    const words = await refused.text()
    expect(words).toContain('amount must be')
    expect(words).toContain('value="&lt;b&gt;"')
    await bank.submit('/bank/close', { version: '04', batch: 'on' })
    const page = await (await fetch(`${bank.baseUrl}/bank?done=closed`)).text()
    expect(page).toContain('The day is closed')
    expect(page).toContain('href="/api/bank/statements/1.xml"')
    expect(page).toContain('camt.053.001.04, one entry for all credits')
    expect(page).toContain('Reverse')
    expect(await (await fetch(bank.baseUrl)).text()).toContain('href="/bank"')
  })

  test('a person hands in payments, decides about them and closes an account', async () => {
    const form = new FormData()
    const wishes = ['IG1', 'IG2'].map((id) => ({ id, amount: '100.00' }))
    form.set('file', new File([painOf('file-1', wishes)], 'pain.xml', { type: 'application/xml' }))
    const order = { method: 'POST', headers: { origin: bank.baseUrl }, body: form, redirect: 'manual' } as const
    expect((await fetch(`${bank.baseUrl}/bank/payments`, order)).headers.get('location')).toBe('/bank?done=paid')
    const [first, second] = await bank.bank.movements()
    await bank.submit(`/bank/movements/${first?.id}/outcome`, { outcome: 'reject' })
    await bank.submit(`/bank/accounts/${second?.party.account}`, { closed: 'on' })
    await bank.submit('/bank/close', {})
    expect(await bank.bank.state()).toMatchObject({ balance: '250000.00', waiting: 0 })
    expect((await bank.submit('/bank/statements/9/send', {})).status).toBe(404)
    expect((await bank.submit('/bank/statements/1/mend', { version: '13' })).status).toBe(303)
  })

  test('another site’s page presses no button', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const body = new URLSearchParams(ada)
    expect((await fetch(`${bank.baseUrl}/bank/transfers`, { method: 'POST', headers, body })).status).toBe(403)
    expect(await bank.bank.state()).toMatchObject({ waiting: 0 })
  })
})

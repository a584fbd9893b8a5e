import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HouseAccount } from './bank.ts'
import type { SealedLine } from './file-pieces.ts'
import { takeFromChannel } from './statements.ts'
import { createBanking } from './test-bank.ts'
import { fileHere } from './test-file.ts'
import { type TestStatement, writeTestStatement } from './test-statement.ts'

// How statements come in: by a person, whom a second one has to confirm, and by the bank's own channel.

let house: Awaited<ReturnType<typeof createBanking>>
beforeAll(async () => {
  house = await createBanking()
})
afterAll(() => house.close())

const first: TestStatement = {
  ...{ sequence: 7, opening: '100.00', closing: '350.50' },
  entries: [{ amount: '250.50', name: 'Ann Lee', text: 'savings', ref: 'F1' }],
}
const next: TestStatement = {
  sequence: 8,
  opening: '350.50',
  closing: '360.50',
  entries: [{ amount: '10.00', ref: 'N1' }],
}
const refusedWith = (words: string | RegExp) => ({
  status: 400,
  body: {
    error: { name: 'StatementRefused', message: words instanceof RegExp ? expect.stringMatching(words) : words },
  },
})
/** Brings it by a person and expects that nothing was written. */
const expectRefused = async (content: string | Uint8Array<ArrayBuffer>, words: string | RegExp) => {
  const before = await house.rowsOf()
  expect(await house.upload(house.anna, content)).toMatchObject(refusedWith(words))
  expect(await house.rowsOf()).toEqual(before)
}

describe('a file that a person brings', () => {
  test('books nothing until another operator has confirmed it; the same person cannot', async () => {
    const entries = (await house.rowsOf())?.entries
    const { status, body } = await house.upload(house.anna, writeTestStatement(first), 'été.xml')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{
        state: 'Waiting',
        broughtBy: 'anna',
        isFromChannel: false,
        file: '.t..xml',
        sequence: '7',
        account: expect.any(String),
      },
      ...{ opening: '100', closing: '350.5', credits: '250.5', debits: '0', lines: 1, open: 1, problem: null },
    })
    await house.follow()
    expect((await house.rowsOf())?.entries).toBe(entries)
    expect((await house.anna.client.get('/operator/bank/lines')).body.data).toEqual([])
    const asked = (await house.bert.client.get(`/operator/approvals?thing=statement:${body.data.id}`)).body.data[0]
    expect(asked).toMatchObject({ id: body.data.approval, action: 'confirm-statement', mayDecide: true })
    expect(asked.before).toContainEqual({ name: 'Closing balance', value: '350.50 USD' })
    expect((await house.decide(house.anna, 'approve', asked.id)).body.error.name).toBe('Forbidden')
    expect((await house.decide(house.bert, 'approve', asked.id)).status).toBe(200)
    await house.follow()
    expect((await house.linesNow()).map(({ state }) => state)).toEqual(['Suspense'])
    expect(await house.inHouse('bank')).toBe(10_000n)
  })

  test('is known when it comes again, in whatever way, and ten at once are one', async () => {
    const xml = writeTestStatement(next)
    const answers = await Promise.all(Array.from({ length: 10 }, () => house.upload(house.anna, xml)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.name)
    expect(others).toHaveLength(9)
    // So many files at once are not let in, of one session.
    expect(others.every((name) => ['StatementKnown', 'RateLimited'].includes(name))).toBe(true)
    const { lines } = (await house.rowsOf()) ?? {}
    expect(lines).toBe(2)
  })

  test('that was refused, withdrawn or forgotten may come again; one that was changed since is another one', async () => {
    const xml = writeTestStatement(next)
    const waiting = async () =>
      (await house.anna.client.get('/operator/bank/statements?state=Waiting')).body.data.map(
        ({ approval }: { approval: string }) => approval,
      )
    const [asked] = await waiting()
    const edited = writeTestStatement({ ...next, closing: '360.49', entries: [{ amount: '9.99', ref: 'N1' }] })
    await expectRefused(edited, 'Statement 8 was here before: the last one is 8.')
    expect((await house.decide(house.bert, 'refuse', asked)).status).toBe(200)
    expect((await house.upload(house.anna, xml)).status).toBe(200)
    expect((await house.withdraw(house.anna, (await waiting())[0])).status).toBe(200)
    expect((await house.upload(house.cora, xml)).status).toBe(200)
    house.passTime(73 * 3600_000)
    for (const operator of [house.anna, house.bert, house.cora]) await house.logInAgain(operator)
    await house.follow()
    expect((await house.linesNow()).length).toBe(1)
    const { data } = (await house.anna.client.get('/operator/bank/statements?state=Refused')).body
    expect(data.map(({ problem }: { problem: string }) => problem)).toEqual(Array(3).fill('Nobody confirmed it.'))
  })

  test('gives way to the one that the bank’s own channel brings', async () => {
    const { body } = await house.upload(
      house.anna,
      writeTestStatement({ ...next, entries: [{ amount: '10.00', ref: 'N1', text: 'forged' }] }),
    )
    await house.bring(next)
    expect((await house.linesNow()).map(({ cents }) => cents)).toEqual(['25050', '1000'])
    expect((await house.decide(house.bert, 'approve', body.data.approval)).status).toBe(409)
  })
})

describe('what cannot be a statement of ours is refused in words, and nothing is written', () => {
  const good = writeTestStatement({
    sequence: 9,
    opening: '360.50',
    closing: '361.50',
    entries: [{ amount: '1.00', ref: 'G1' }],
  })
  const ofDepth = (depth: number) => good.replace('<Id>s</Id>', '<a>'.repeat(depth) + '</a>'.repeat(depth))
  const cases: [title: string, content: string | Uint8Array<ArrayBuffer>, words: string | RegExp][] = [
    ['a DOCTYPE', good.replace('<Document', '<!DOCTYPE Document><Document'), /DOCTYPE/],
    [
      'a laughing DOCTYPE',
      good
        .replace('<Document', '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "file:///etc/passwd">]><Document')
        .replace('>m<', '>&d;<'),
      /DOCTYPE/,
    ],
    ['an entity', good.replace('>m<', '>&secret;<'), 'The file uses an entity of its own, which no bank does.'],
    ['an instruction to programs', good.replace('<Document', '<?run it?><Document'), /instructions to programs/],
    ['too much depth', ofDepth(40), 'The file is nested deeper than any statement.'],
    ['a long text', good.replace('>m<', `>${'x'.repeat(5_000)}<`), 'The file has a text longer than 4 kB.'],
    ['an endless text', good.replace('>m<', `>${'x'.repeat(500_000)}<`), 'The file has a text longer than 4 kB.'],
    ['an endless comment', good.replace('<Id>s', `<!--${'x'.repeat(500_000)}--><Id>s`), /longer than 4 kB/],
    ['an endless tag', good.replace('<Id>s', `<Id a="${'x'.repeat(500_000)}">s`), /longer than 4 kB/],
    ['another namespace', good.replace('camt.053.001.08', 'camt.052.001.08'), /no camt.053 statement/],
    ['a version to come', good.replace('camt.053.001.08', 'camt.053.001.14'), /no camt.053 statement/],
    ['no namespace', good.replace(/ xmlns="[^"]+"/, ''), /no camt.053 statement/],
    [
      'something of another namespace inside',
      good.replace('<Id>s', '<Id xmlns="urn:x">s'),
      /parts that are no statement/,
    ],
    ['half of a file', good.slice(0, good.length / 2), /no well-formed XML/],
    ['nothing', '', /no well-formed XML/],
    ['no XML', 'sequence;amount\n9;1.00\n', /no well-formed XML/],
    ['a zip', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0xc3]), /not in UTF-8/],
    ['another encoding', good.replace('UTF-8', 'ISO-8859-1'), /not in UTF-8/],
    [
      'another account',
      good.replaceAll('GB93SAND00000012345678', 'GB29NWBK60161331926819'),
      'The statement is of another account: it ends in 6819.',
    ],
    ['another currency', good.replaceAll('USD', 'EUR'), 'The statement is in EUR, and the account is in USD.'],
    ['two currencies', good.replace('<Ntry><Amt Ccy="USD"', '<Ntry><Amt Ccy="EUR"'), /EUR beside USD/],
    [
      'sums that do not fit',
      good.replace('>1.00<', '>1.01<'),
      'The lines do not lead from the opening to the closing balance: 361.51 is not 361.50.',
    ],
    [
      'another opening',
      writeTestStatement({ sequence: 9, opening: '360.00', closing: '361.00', entries: [{ amount: '1.00' }] }),
      'Statement 9 begins with 360.00 USD, and the one before ended with 360.50 USD.',
    ],
    [
      'a gap',
      good.replace('<ElctrncSeqNb>9', '<ElctrncSeqNb>10'),
      'A statement is missing: this is number 10, and the last one is 8.',
    ],
    [
      'an old number',
      good.replace('<ElctrncSeqNb>9', '<ElctrncSeqNb>8'),
      'Statement 8 was here before: the last one is 8.',
    ],
    [
      'number one again in the same year',
      good.replace('<ElctrncSeqNb>9', '<ElctrncSeqNb>1'),
      'Statement 1 was here before: the last one is 8.',
    ],
    ['no number', good.replace(/<ElctrncSeqNb>9<.ElctrncSeqNb>/, ''), 'The statement has no number.'],
    ['no balance', good.replaceAll('CLBD', 'ITBD'), 'The statement has no opening or no closing balance.'],
    ['a crooked amount', good.replace('>1.00<', '>1e2<'), '“1e2” is no amount in dollars and cents.'],
    ['a third decimal', good.replace('>1.00<', '>1.001<'), '“1.001” is no amount in dollars and cents.'],
    ['an amount below zero', good.replace('>1.00<', '>-1.00<'), '“-1.00” is no amount in dollars and cents.'],
    [
      'a line without a side',
      good.replace('<Ntry>', '<Ntry><CdtDbtInd>UP</CdtDbtInd>'),
      'A line does not say whether money came or left.',
    ],
    [
      'an overdrawn account',
      good
        .replaceAll('<CdtDbtInd>CRDT</CdtDbtInd></Bal>', '<CdtDbtInd>DBIT</CdtDbtInd></Bal>')
        .replace('>361.50<', '>359.50<'),
      /overdrawn/,
    ],
    ['no statement at all', good.replace(/<Stmt>.*<.Stmt>/s, ''), 'The file has no statement.'],
  ]
  test.each(cases)('%s', async (_title, content, words) => expectRefused(content, words))

  test('lines that were in an earlier statement, under whatever number and in whatever file', async () => {
    const again = { ...first, sequence: 9, opening: '360.50', closing: '611.00' }
    await expectRefused(writeTestStatement(again), 'Line 1 was in an earlier statement.')
    const unnamed = { sequence: 9, opening: '360.50', closing: '362.50' }
    const alike = [
      { amount: '1.00', text: 'twice' },
      { amount: '1.00', text: 'twice' },
    ]
    await house.bring({ ...unnamed, entries: alike })
    expect((await house.linesNow()).slice(-2).map(({ cents }) => cents)).toEqual(['100', '100'])
    const second = { sequence: 10, opening: '362.50', closing: '364.50', entries: alike }
    await expectRefused(writeTestStatement(second), 'Line 1 was in an earlier statement.')
  })

  test('several statements in one file, in the wrong order', async () => {
    const one = writeTestStatement({ sequence: 10, opening: '362.50', closing: '362.50' })
    const two = writeTestStatement({ sequence: 11, opening: '362.50', closing: '362.50' })
    const bodyOf = (xml: string) => /<Stmt>.*<.Stmt>/s.exec(xml)?.[0] ?? ''
    const wrong = one.replace(bodyOf(one), bodyOf(two) + bodyOf(one))
    await expectRefused(wrong, 'A statement is missing: this is number 11, and the last one is 9.')
    const twice = one.replace(bodyOf(one), bodyOf(one) + bodyOf(one))
    await expectRefused(twice, 'Statement 10 was here before: the last one is 10.')
    const { body } = await house.upload(house.anna, one.replace(bodyOf(one), bodyOf(one) + bodyOf(two)))
    expect(body.data).toMatchObject({ sequence: '10–11', lines: 0 })
    expect((await house.decide(house.bert, 'approve', body.data.approval)).status).toBe(200)
  })

  test('a file of more than 50 MB, and one with more lines than there may be', async () => {
    const long = Buffer.alloc(51 * 1024 * 1024, ' ')
    const { status, body } = await house.upload(house.anna, new Uint8Array(long))
    expect([status, body.error.name]).toEqual([413, 'BodyTooLarge'])
  })

  test('whoever may not bring one is not let in, and a file without a reason is none', async () => {
    const vera = await house.newOperator('vera', ['Vault'])
    const ann = await house.newCustomer('ann')
    const xml = writeTestStatement(next)
    expect((await house.upload(vera, xml)).body.error.name).toBe('Forbidden')
    expect((await house.upload({ ...vera, client: ann }, xml)).status).toBeGreaterThanOrEqual(403)
    for (const path of ['', '/statements', '/lines', '/payments', '/files', `/files/${randomUUID()}`])
      expect((await ann.get(`/operator/bank${path}`)).status).toBeGreaterThanOrEqual(403)
    expect((await house.anna.client.get(`/operator/bank/files/${randomUUID()}`)).status).toBe(404)
  })
})

describe('the bank’s own channel', () => {
  test('is read in the order of numbers; a half-written file waits; done and refused ones are moved, with an alarm', async () => {
    const of = (sequence: number, more: Partial<TestStatement> = {}) =>
      writeTestStatement({ sequence, opening: '362.50', closing: '362.50', ...more })
    house.leave('b.xml', of(12))
    house.leave('a.xml', of(13))
    house.leave('c.xml', 'rubbish')
    house.leave('.half.xml', of(14))
    house.leave('readme.txt', 'not a statement')
    await house.follow()
    expect(house.filesIn('done')).toEqual(expect.arrayContaining(['a.xml', 'b.xml']))
    expect(house.filesIn('refused')).toEqual(['c.xml', 'c.xml.txt'])
    expect(house.filesIn('').filter((name) => name.includes('.'))).toEqual(['.half.xml', 'readme.txt'])
    const { data } = (await house.anna.client.get('/operator/bank')).body
    expect(data).toMatchObject({
      statement: { sequence: '13', closing: '362.5' },
      channel: { isOn: true },
      difference: '0',
    })
  })

  test('the same file again is silently done, and the year may begin with number one', async () => {
    const again = writeTestStatement({ sequence: 13, opening: '362.50', closing: '362.50' })
    const before = await house.rowsOf()
    house.leave('again.xml', again)
    await house.follow()
    expect(await house.rowsOf()).toEqual(before)
    expect(house.filesIn('done')).toContain('again.xml')
    await house.bring({ sequence: 1, opening: '362.50', closing: '362.50', day: '2027-01-04' })
    expect((await house.anna.client.get('/operator/bank')).body.data.statement.sequence).toBe('1')
  })

  test('a reading that ends in the middle leaves nothing, and the next one takes the file whole', async () => {
    const many = Array.from({ length: 2_500 }, (_, each) => ({ amount: '1.00', ref: `K${each}` }))
    const statement = { sequence: 2, opening: '362.50', closing: '2862.50', entries: many, day: '2027-01-05' }
    const bytes = Buffer.from(writeTestStatement(statement))
    const before = await house.rowsOf()
    let opened = 0
    async function* halfOf() {
      const isRead = ++opened > 1
      yield bytes.subarray(0, bytes.length * 0.9)
      if (isRead) throw new Error('the machine stopped')
      yield bytes.subarray(bytes.length * 0.9)
    }
    const brought = { name: 'half.xml', by: null, at: house.now() }
    const whole = { ...house.bank, house: house.bank.house as HouseAccount }
    await expect(takeFromChannel(whole, { ...brought, file: fileHere(whole, halfOf) })).rejects.toThrow(
      'the machine stopped',
    )
    expect(opened).toBe(2)
    expect(await house.rowsOf()).toEqual(before)
    const open = () => Readable.from([bytes])
    expect(await takeFromChannel(whole, { ...brought, file: fileHere(whole, open) })).toBe('taken')
    expect(await takeFromChannel(whole, { ...brought, file: fileHere(whole, open) })).toBe('known')
    expect((await house.rowsOf())?.lines).toBe((before?.lines ?? 0) + 2_500)
  })

  test('many processes that find the same file take it once', async () => {
    const bytes = Buffer.from(
      writeTestStatement({ sequence: 3, opening: '2862.50', closing: '2862.50', day: '2027-01-06' }),
    )
    const whole = { ...house.bank, house: house.bank.house as HouseAccount }
    const brought = { name: 'same.xml', by: null, at: house.now(), file: fileHere(whole, () => Readable.from([bytes])) }
    const became = await Promise.all(Array.from({ length: 8 }, () => takeFromChannel(whole, brought)))
    expect(became.filter((each) => each === 'taken')).toHaveLength(1)
  })
})

describe('a long file', () => {
  const entries = Array.from({ length: 1_234 }, (_, each) => ({
    ...{ amount: '1.00', ref: `L${each}`, name: `Somebody ${each}` },
    // Cut to what is kept, it would end within a sign.
    end: `${'E'.repeat(each % 40)}${'🪙'.repeat(20)}`,
  }))
  const long = { sequence: 4, opening: '2862.50', closing: '4096.50', entries, day: '2027-01-07' }

  test('of a person has every line once, in its order, and opens again', async () => {
    const { status, body } = await house.upload(house.anna, writeTestStatement(long))
    expect([status, body.data.lines, body.data.closing]).toEqual([200, 1_234, '4096.5'])
    const { rows } = await sql<{ id: string; place: number; sealed: Buffer; bank_reference: string }>`
      select id, place, sealed, bank_reference from bank_lines where statement = ${body.data.id} order by place`.execute(
      house.db,
    )
    const names = rows.map(({ id, sealed }) => house.bank.personalData.open<SealedLine>(id, 'bank-line', sealed).name)
    expect(names).toEqual(entries.map(({ name }) => name))
    expect(rows.map(({ place, bank_reference }) => [place, bank_reference])).toEqual(
      entries.map(({ ref }, each) => [each + 1, ref]),
    )
    expect((await house.decide(house.bert, 'refuse', body.data.approval)).status).toBe(200)
  })

  test('is refused whole for its last line, and the next one is read as if nothing had been', async () => {
    const known = entries.with(-1, { amount: '1.00', ref: 'K7', name: 'Somebody', end: 'NOTPROVIDED' })
    await expectRefused(
      writeTestStatement({ ...long, day: '2027-01-05', entries: known }),
      /^Line 1234 was in an earlier/,
    )
    await expectRefused(writeTestStatement({ ...long, closing: '4096.51' }), /^The lines do not lead/)
    expect((await house.upload(house.anna, writeTestStatement(long))).body.data.lines).toBe(1_234)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, hour } from '../identity/test-people.ts'
import { createNamers, someNominee } from './test-nominees.ts'

let house: Awaited<ReturnType<typeof createNamers>>
beforeAll(async () => {
  house = await createNamers()
})
afterAll(() => house.close())

const [mia, ben] = [someNominee('Mia', 6_000), someNominee('Ben', 4_000)]

describe('what waits can be taken back', () => {
  test('by its customer, once, and not what holds', async () => {
    const [quin, rex] = [await house.newNamer('quin'), await house.newNamer('rex')]
    const { id } = await house.confirmed(quin, [mia, ben])
    expect((await house.withdraw(rex, id)).status).toBe(404)
    const key = randomUUID()
    const taken = await Promise.all([house.withdraw(quin, id, key), house.withdraw(quin, id, key)])
    expect(taken.map(({ body }) => body.data.state)).toEqual(['Withdrawn', 'Withdrawn'])
    expect((await house.withdraw(quin, id)).body.error.name).toBe('StateChanged')
    const next = await house.confirmed(quin, [mia, ben])
    await house.pass(49 * hour, quin)
    expect((await house.withdraw(quin, next.id)).body.error.name).toBe('StateChanged')
    expect(await house.read(quin)).toMatchObject({ inForce: { version: 2 } })
  })

  test('by the link in the mail, once, and by no other', async () => {
    const sue = await house.newNamer('sue')
    const { id } = await house.confirmed(sue, [mia, ben])
    const mail = await house.mailTo(sue.email)
    expect(mail.subject).toBe('Your nominees were changed')
    expect(mail.text).not.toMatch(/Mia|Ben\b|Lovelace/)
    const token = mail.tokenOf('keep-nominees')
    const stranger = house.newClient()
    const byMail = (given: string) => stranger.post('/nominees/withdraw-by-mail', { token: given })
    expect((await byMail(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).body.error.name).toBe(
      'LinkInvalid',
    )
    expect((await byMail(mail.tokenOf('freeze-outgoing'))).body.error.name).toBe('LinkInvalid')
    expect((await byMail(token)).body.data).toEqual({ done: true })
    expect((await byMail(token)).body.error.name).toBe('LinkInvalid')
    expect(await house.read(sue)).toMatchObject({ waiting: null, earlier: [{ version: 1, withdrawn: true }] })
    expect(await house.subjectsTo(sue.email)).toContain('A change of your nominees was taken back')
    expect(id).toBeTruthy()
  })

  test('by the link only until it holds, and then the link stays for who is told so', async () => {
    const tom = await house.newNamer('tom')
    await house.confirmed(tom, [mia, ben])
    const { tokenOf } = await house.mailTo(tom.email)
    house.passTime(48 * hour)
    const late = await house.newClient().post('/nominees/withdraw-by-mail', { token: tokenOf('keep-nominees') })
    expect(late.body.error.name).toBe('StateChanged')
  })
})

test('it is told once that a set holds, and once a year asked whether it is still right', async () => {
  const una = await house.newNamer('una')
  await house.confirmed(una, [mia, ben])
  const told = async () => {
    await house.strikeNominees()
    return (await house.subjectsTo(una.email)).filter((subject) => /nominees/i.test(subject ?? ''))
  }
  const [changed, holds, right] = [
    'Your nominees were changed',
    'Your nominees are in force',
    'Please look whether your nominees are still right',
  ]
  expect(await told()).toEqual([changed])
  house.passTime(48 * hour)
  expect(await told()).toEqual([changed, holds])
  house.passTime(364 * day)
  expect(await told()).toEqual([changed, holds])
  house.passTime(1 * day)
  expect(await told()).toEqual([changed, holds, right])
  expect(await told()).toEqual([changed, holds, right])
  house.passTime(365 * day)
  expect(await told()).toEqual([changed, holds, right, right])
})

test('the confirmation is signed, says what was confirmed, and that a nominee receives and the law decides', async () => {
  const vic = await house.newNamer('vic')
  const { document } = await house.confirmed(vic, [mia, ben])
  const listed = (await vic.client.get('/documents')).body.data
  expect(listed).toMatchObject([{ id: document, kind: 'nominees', title: 'Confirmation of nominees', state: 'valid' }])
  expect(listed[0].number).toMatch(/^NC-/)
})

test('what was begun or waits is told where its customer looks first; nobody named is no alarm', async () => {
  const yan = await house.newNamer('yan')
  const told = async () =>
    (await yan.client.get('/dashboard')).body.data.attention.map(({ kind }: { kind: string }) => kind)
  expect(await told()).toEqual([])
  const drafted = (await house.draft(yan, [mia, ben])).body.data
  expect(await told()).toEqual(['nominees-unconfirmed'])
  await house.confirm(yan, drafted)
  expect(await told()).toEqual(['nominees-waiting'])
  await house.pass(49 * hour, yan)
  expect(await told()).toEqual([])
})

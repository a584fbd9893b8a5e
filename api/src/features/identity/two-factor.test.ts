import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createPeople, day, goodPassword, hour, minute, refused } from './test-people.ts'
import { codeIncorrect, off, twoFactorOf, valid, verify } from './test-two-factor.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const on = refused('TwoFactorOn', 'Two-factor authentication is already on.')
const linkInvalid = (message: string) => refused('LinkInvalid', message)

const { firstStep, secondStep, secretOf } = twoFactorOf(() => people)

describe('turning 2FA on', () => {
  test('takes the secret of the server, whatever the browser sends', async () => {
    const client = await people.newCustomer('enrolling')
    expect(await client.post('/admin/mfa/enable', { mfaSecret: 'x' })).toMatchObject(off)
    expect(await client.post('/mfa/check-pin-6-enabled', { secret: 'x', token: '123456' })).toMatchObject(off)
    const generated = (await client.post('/mfa/generate')).body.data
    expect(generated.uri).toMatch(/^otpauth:\/\/totp\/Ingot:enrolling%40example\.com\?/)
    const own = new Secret({ size: 20 })
    const own6 = new TOTP({ secret: own }).generate({ timestamp: people.now().getTime() })
    expect(await client.post('/mfa/check-pin-6-enabled', { secret: own.base32, token: own6 })).toMatchObject(
      codeIncorrect,
    )
    expect(await client.post('/admin/mfa/enable', { mfaSecret: own.base32 })).toMatchObject(off)
    const totp = new TOTP({ secret: Secret.fromBase32(generated.secret) })
    const code = () => totp.generate({ timestamp: people.now().getTime() })
    const proof = { secret: own.base32, token: code() }
    expect(await client.post('/mfa/check-pin-6-enabled', proof)).toMatchObject(valid)
    expect((await client.get('/mfa/check-2fa')).body).toEqual({ data: { enabled: false } })
    const enabled = await client.post('/admin/mfa/enable', { mfaSecret: own.base32 })
    expect(enabled).toMatchObject({ status: 200, body: { data: { enabled: true } } })
    expect(enabled.body.data.backupCodes).toHaveLength(10)
    expect((await client.get('/mfa/check-2fa')).body).toEqual({ data: { enabled: true } })
    people.nextCode()
    expect(await verify(client, code())).toMatchObject(valid)
  })

  test('needs the newest secret to be proven, not one before', async () => {
    const client = await people.newCustomer('regenerating')
    const { secret } = (await client.post('/mfa/generate')).body.data
    const token = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: people.now().getTime() })
    expect(await client.post('/mfa/check-pin-6-enabled', { secret, token })).toMatchObject(valid)
    await client.post('/mfa/generate')
    expect(await client.post('/admin/mfa/enable', { mfaSecret: secret })).toMatchObject(off)
  })

  test('ends all other sessions, tells the owner, holds nothing the first time, and cannot be done twice', async () => {
    const client = await people.newCustomer('protected')
    const other = await people.signInAgain('protected')
    await people.enrol(client)
    expect((await other.get('/getInfo')).status).toBe(401)
    expect((await client.get('/getInfo')).body.data).toMatchObject({
      twoFactorOn: true,
      backupCodesLeft: 10,
      outgoingHeldUntil: null,
    })
    expect((await people.mailTo('protected@example.com')).subject).toBe('Two-factor authentication is on')
    const before = await secretOf('protected')
    expect(await client.post('/mfa/generate')).toMatchObject(on)
    expect(await client.post('/mfa/check-pin-6-enabled', { secret: '', token: '123456' })).toMatchObject(on)
    expect(await client.post('/admin/mfa/enable', { mfaSecret: '' })).toMatchObject(on)
    expect(await secretOf('protected')).toEqual(before)
  })

  test('leaves neither secret nor backup codes readable in the database', async () => {
    const client = await people.newCustomer('sealed')
    const { secret } = (await client.post('/mfa/generate')).body.data
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes)
    const { rows } = await sql<{ id: string; totp_pending_secret: Buffer }>`
      select id, totp_pending_secret from customers where username = 'sealed'`.execute(people.db)
    const [row] = rows
    expect(row?.totp_pending_secret.includes(bytes)).toBe(false)
    const { keys } = people.identity
    expect(keys.decrypt(row?.id ?? '', row?.totp_pending_secret ?? Buffer.alloc(0))).toEqual(bytes)
    expect(() => keys.decrypt('somebody else', row?.totp_pending_secret ?? Buffer.alloc(0))).toThrow()
    const { backupCodes } = await people.enrol(client)
    const dump = await sql<{ line: string }>`
      select (customers.*)::text || coalesce(string_agg(encode(code_hash, 'escape'), ' '), '') as line
      from customers left join backup_codes on customer = id where username = 'sealed' group by customers.*`.execute(
      people.db,
    )
    for (const code of backupCodes) expect(dump.rows[0]?.line).not.toContain(code.replace('-', ''))
  })
})

describe('signing in with 2FA', () => {
  let code: () => string
  let backupCodes: string[]
  let client: Client
  beforeAll(async () => {
    client = await people.newCustomer('careful')
    ;({ code, backupCodes } = await people.enrol(client))
    people.nextCode()
  })

  test('the password alone opens nothing', async () => {
    const visitor = people.newClient()
    const { status, body, headers } = await visitor.signIn('careful')
    expect([status, body.data.mfaRequired]).toEqual([200, true])
    expect(body).not.toHaveProperty('jwt')
    expect(headers).not.toHaveProperty('set-cookie')
    visitor.state.jwt = body.data.mfaToken
    visitor.state.cookie = client.state.cookie
    expect((await visitor.get('/getInfo')).status).toBe(401)
  })

  test('a code works once: not again at sign-in, not for an action, and not the one before it', async () => {
    const [mfaToken, before] = [await firstStep('careful'), code()]
    people.nextCode()
    expect(await secondStep(mfaToken, code())).toMatchObject({ status: 200, body: { user: { username: 'careful' } } })
    for (const used of [code(), before])
      expect(await secondStep(await firstStep('careful'), used)).toMatchObject(codeIncorrect)
    expect(await verify(client, code())).toMatchObject(codeIncorrect)
    people.nextCode()
    expect(await verify(client, code())).toMatchObject(valid)
    expect(await secondStep(await firstStep('careful'), code())).toMatchObject(codeIncorrect)
    expect(await client.post('/admin/mfa/verify', { token: code() })).toMatchObject(codeIncorrect)
    people.nextCode()
    expect(await client.post('/admin/mfa/verify', { token: code() })).toMatchObject(valid)
    people.nextCode()
  })

  test('the code that proved the secret is not taken again', async () => {
    const fresh = await people.newCustomer('just-enrolled')
    const { code: first } = await people.enrol(fresh)
    expect(await verify(fresh, first())).toMatchObject(codeIncorrect)
  })

  test('a code that is half a minute old still works, an older one does not', async () => {
    people.passTime(5 * minute)
    const old = code()
    people.passTime(minute)
    const mfaToken = await firstStep('careful')
    expect(await secondStep(mfaToken, old)).toMatchObject(codeIncorrect)
    const late = code()
    people.nextCode()
    expect((await secondStep(mfaToken, late)).status).toBe(200)
  })

  test('a code that is no code is refused in words that say so', async () => {
    expect(await verify(client, '12345')).toMatchObject(
      refused('InvalidInput', 'token: Please enter a valid 6-digit 2FA code.'),
    )
  })

  test('a backup code works once, however it is typed, and the owner is told', async () => {
    const [one = '', two = '', three = ''] = backupCodes
    const typed = [one.toLowerCase(), two.replace('-', ''), ` ${three.slice(0, 3)} ${three.slice(3)} `]
    for (const each of typed) expect((await secondStep(await firstStep('careful'), each)).status).toBe(200)
    for (const each of [one, two, three])
      expect(await secondStep(await firstStep('careful'), each)).toMatchObject(codeIncorrect)
    expect((await people.mailTo('careful@example.com')).subject).toBe('A backup code was used')
    const again = await people.signInAgain('careful', () => backupCodes[3] ?? '')
    expect((await again.get('/getInfo')).body.data.backupCodesLeft).toBe(6)
    // Those codes are for signing in, not for actions.
    expect((await verify(again, backupCodes[4] ?? '')).status).toBe(400)
  })

  test('the second step must follow within five minutes, and ends with the password it was begun with', async () => {
    const late = await firstStep('careful')
    people.passTime(5 * minute)
    expect(await secondStep(late, code())).toMatchObject(linkInvalid('This took too long. Please log in again.'))
    const overtaken = await firstStep('careful')
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from customers where username = 'careful'`.execute(people.db)
    await sql`update customers set password_hash = 'x' where username = 'careful'`.execute(people.db)
    expect(await secondStep(overtaken, code())).toMatchObject(
      linkInvalid('Something has changed in the meantime. Please log in again.'),
    )
    await sql`update customers set password_hash = ${rows[0]?.password_hash} where username = 'careful'`.execute(
      people.db,
    )
    expect(await secondStep('no token at all', code())).toMatchObject(
      linkInvalid('This took too long. Please log in again.'),
    )
    // A session's own token is no proof of a first step.
    expect((await secondStep(client.state.jwt, code())).status).toBe(400)
  })

  test('one code sent by twenty devices at once lets one of them in', async () => {
    people.passTime(hour)
    const mfaToken = await firstStep('careful')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        people.newClient(`198.51.100.${n}`).post('/auth/local/2fa', { mfaToken, code: code() }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  })

  test('one first step opens one session: no later code is taken for it, and no backup code', async () => {
    people.passTime(hour)
    const mfaToken = await firstStep('careful')
    expect((await secondStep(mfaToken, code())).status).toBe(200)
    people.nextCode()
    const completed = linkInvalid('This login has already been completed. Please log in again.')
    for (const other of [code(), backupCodes[6] ?? ''])
      expect(await secondStep(mfaToken, other)).toMatchObject(completed)
    expect(await people.newClient().post('/mfa/recovery', { mfaToken })).toMatchObject(completed)
    // Neither was used up by that.
    expect((await secondStep(await firstStep('careful'), backupCodes[6] ?? '')).status).toBe(200)
    expect((await secondStep(await firstStep('careful'), code())).status).toBe(200)
  })

  test('one first step sent at once with different codes, all right, opens one session', async () => {
    people.passTime(hour)
    const mfaToken = await firstStep('careful')
    const codes = [code(), ...backupCodes.slice(7)]
    const answers = await Promise.all(codes.map((each) => secondStep(mfaToken, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const names = answers.flatMap(({ body }) => body.error?.name ?? [])
    expect(names).toEqual(['LinkInvalid', 'LinkInvalid', 'LinkInvalid'])
  })

  test('what is kept about used first steps is forgotten after them', async () => {
    await people.strikeClock()
    const { rows } = await sql`select from used_second_steps where expires_at < ${people.now()}`.execute(people.db)
    expect(rows).toHaveLength(0)
  })

  test('one backup code sent by eight devices at once lets one of them in', async () => {
    people.passTime(hour)
    const mfaToken = await firstStep('careful')
    const answers = await Promise.all(Array.from({ length: 8 }, () => secondStep(mfaToken, backupCodes[5] ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  })
})

describe('when phone and backup codes are lost', () => {
  const request = async (username: string) =>
    people.newClient().post('/mfa/recovery', { mfaToken: await firstStep(username) })
  const letThreeDaysPass = async () => {
    people.passTime(3 * day)
    await people.strikeClock()
  }
  /** What is written down of how the recoveries of a customer went. */
  const linesOf = async (username: string) => {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', h.from_state, h.to_state, replace(h.by, c.id::text, 'owner')) as line
      from state_history h join two_factor_recoveries r on r.id::text = h.id join customers c on c.id = r.customer
      where h.thing = 'recovery' and c.username = ${username} order by h.number`.execute(people.db)
    return rows.map(({ line }) => line)
  }
  const asksForCode = async (username: string) =>
    (await people.newClient().signIn(username)).body.data?.mfaRequired ?? false

  test('one recovery that cannot be finished does not keep the others', async () => {
    for (const username of ['stuck-phone', 'other-phone']) {
      await people.enrol(await people.newCustomer(username))
      await request(username)
    }
    const { rows } = await sql<{ id: string }>`
      select id from customers where username = 'stuck-phone'`.execute(people.db)
    const stuck = rows[0]?.id ?? ''
    await runAsOwner(
      asOwner(people.databaseUrl),
      `create function test_breaks() returns trigger language plpgsql as
        'begin if new.customer = ''${stuck}'' then raise exception ''broken''; end if; return new; end';
      create trigger test_breaks before update on two_factor_recoveries for each row execute function test_breaks()`,
    )
    await expect(letThreeDaysPass()).rejects.toThrow('finishing a recovery failed for 1 of 2')
    await runAsOwner(asOwner(people.databaseUrl), 'drop function test_breaks cascade')
    expect(await asksForCode('other-phone')).toBe(false)
    expect(await asksForCode('stuck-phone')).toBe(true)
    await people.strikeClock()
    expect(await asksForCode('stuck-phone')).toBe(false)
  })

  test('2FA ends after three days in which nobody objects, everybody is signed out, and outgoing actions wait', async () => {
    const client = await people.newCustomer('lost-phone')
    await people.enrol(client)
    const endsAt = new Date(people.now().getTime() + 3 * day).toISOString()
    expect(await request('lost-phone')).toMatchObject({ status: 200, body: { data: { endsAt } } })
    expect((await people.mailTo('lost-phone@example.com')).subject).toBe('Two-factor authentication will be turned off')
    people.passTime(hour)
    // Asking again neither starts the wait anew nor mails again.
    expect((await request('lost-phone')).body.data).toEqual({ endsAt })
    expect(
      (await people.subjectsTo('lost-phone@example.com')).filter((subject) => /will be/.test(subject)),
    ).toHaveLength(1)
    people.passTime(3 * day - hour - 1000)
    await people.strikeClock()
    expect(await asksForCode('lost-phone')).toBe(true)
    people.passTime(1000)
    const openSessions = async () => {
      const { rows } = await sql`
        select from sessions where ended_at is null
          and customer = (select id from customers where username = 'lost-phone')`.execute(people.db)
      return rows.length
    }
    expect(await openSessions()).toBe(1)
    await people.strikeClock()
    expect(await openSessions()).toBe(0)
    expect((await people.mailTo('lost-phone@example.com')).subject).toBe('Two-factor authentication was turned off')
    const again = await people.signInAgain('lost-phone')
    expect((await again.get('/getInfo')).body.data).toMatchObject({
      twoFactorOn: false,
      backupCodesLeft: 0,
      outgoingHeldUntil: new Date(people.now().getTime() + 48 * hour).toISOString(),
    })
    expect(await people.activityOf(again)).toContain('recovery-done')
    expect(await linesOf('lost-phone')).toEqual(['waiting done clock'])
    people.passTime(minute)
    expect((await people.enrol(again)).backupCodes).toHaveLength(10)
    expect((await again.get('/getInfo')).body.data.outgoingHeldUntil).toBe(
      new Date(people.now().getTime() + 48 * hour).toISOString(),
    )
  })

  test('the owner stops it with the link of the mail, which works once', async () => {
    await people.enrol(await people.newCustomer('vetoing'))
    await request('vetoing')
    const token = (await people.mailTo('vetoing@example.com')).tokenOf('/two-factor-recovery')
    const veto = () => people.newClient().post('/mfa/recovery/veto', { token })
    expect((await veto()).body).toEqual({ data: { done: true } })
    expect(await veto()).toMatchObject(linkInvalid('This link no longer works. Please ask for a new one.'))
    await letThreeDaysPass()
    expect(await asksForCode('vetoing')).toBe(true)
    expect(await linesOf('vetoing')).toEqual(['waiting vetoed customer:owner'])
  })

  test('the owner stops it by signing in with a code', async () => {
    const { code } = await people.enrol(await people.newCustomer('still-there'))
    await request('still-there')
    people.nextCode()
    const again = await people.signInAgain('still-there', code)
    expect(await people.activityOf(again)).toContain('recovery-vetoed')
    await letThreeDaysPass()
    expect(await asksForCode('still-there')).toBe(true)
  })

  test('the owner stops it by using a code for anything else', async () => {
    const client = await people.newCustomer('still-acting')
    const { code } = await people.enrol(client)
    await request('still-acting')
    people.nextCode()
    expect(await verify(client, code())).toMatchObject(valid)
    await letThreeDaysPass()
    expect(await asksForCode('still-acting')).toBe(true)
  })

  test('locking the account stops it as well', async () => {
    await people.enrol(await people.newCustomer('locked-out'))
    const token = (await people.mailTo('locked-out@example.com')).tokenOf('/lock-account')
    await request('locked-out')
    await people.newClient().post('/security/lock', { token })
    await letThreeDaysPass()
    expect(await secretOf('locked-out')).not.toBeNull()
  })

  test('without the right password nobody can ask for it', async () => {
    expect(await people.newClient().post('/mfa/recovery', { mfaToken: 'made up' })).toMatchObject(
      linkInvalid('This took too long. Please log in again.'),
    )
  })
})

describe('an operator', () => {
  test('can neither turn 2FA off nor wait for its end', async () => {
    const operator = await people.newCustomer('operator', { operator: true })
    const { code } = await people.enrol(operator)
    people.nextCode()
    expect(await operator.post('/mfa/disable', { password: goodPassword, inputCode: code() })).toMatchObject(
      refused('Forbidden', 'You do not have access to this.'),
    )
    expect(await people.newClient().post('/mfa/recovery', { mfaToken: await firstStep('operator') })).toMatchObject(
      linkInvalid('Please ask another operator.'),
    )
    people.passTime(4 * day)
    await people.strikeClock()
    expect(await secretOf('operator')).not.toBeNull()
  })
})

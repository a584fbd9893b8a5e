import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSender, type Sender } from './mail/test-send.ts'
import {
  type ChildSandbox,
  MAIN,
  makeDataFolder,
  removeDataFolder,
  runMain,
  startChildSandbox,
} from './test-sandbox.ts'

// Starting real processes takes its time on a busy machine; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string

beforeEach(async () => {
  folder = await makeDataFolder()
})

afterEach(async () => {
  await removeDataFolder(folder)
})

const allSubjects = async (sandbox: ChildSandbox): Promise<string[]> => {
  const subjects: string[] = []
  let cursor: string | null = null
  do {
    const page = await sandbox.client.mail.list({ limit: 200, ...(cursor === null ? {} : { before: cursor }) })
    subjects.push(...page.data.map((message) => message.subject))
    cursor = page.meta.cursor
  } while (cursor !== null)
  return subjects
}

describe('mail survives', () => {
  /** Sends until the sandbox is gone; every subject that was answered 250 is noted. */
  const sendUntilGone = async (sender: Sender, name: string, noted: string[], onNote: () => void): Promise<void> => {
    for (let number = 1; ; number++) {
      const subject = `${name}-${number}`
      const accepted = await sender.send({ to: 'ada@example.test', subject, text: 'hello' }).then(
        () => true,
        () => false,
      )
      if (!accepted) return
      noted.push(subject)
      onNote()
    }
  }

  test('kill -9 in a stream of messages: each acknowledged one is there once, again and again', async () => {
    const noted: string[] = []
    for (const round of [1, 2, 3]) {
      const sandbox = await startChildSandbox(folder)
      const senders = [1, 2, 3, 4].map(() => openSender(sandbox.smtpPort))
      const enough = noted.length + 10 + round * 7
      const killWhenEnough = (): void => {
        if (noted.length === enough) sandbox.child.kill('SIGKILL')
      }
      await Promise.all(
        senders.map((sender, index) => sendUntilGone(sender, `round-${round}-sender-${index}`, noted, killWhenEnough)),
      )
      for (const sender of senders) sender.close()
      await sandbox.ended
    }

    const sandbox = await startChildSandbox(folder)
    const subjects = await allSubjects(sandbox)
    expect(new Set(subjects).size).toBe(subjects.length)
    expect(noted.length).toBeGreaterThanOrEqual(72)
    expect(noted.filter((subject) => !subjects.includes(subject))).toEqual([])
    await sandbox.stop()
    expect((await readdir(join(folder, 'mail'))).filter((name) => !name.endsWith('.mail'))).toEqual([])
  })

  test('a restart keeps mail and order, and forgets faults', async () => {
    const before = await startChildSandbox(folder)
    const sender = openSender(before.smtpPort)
    for (const subject of ['one', 'two']) await sender.send({ to: 'ada@example.test', subject, text: 'hello' })
    const first = await before.client.mail.next({})
    await before.client.control.set('mail', { fault: 'twice' })
    sender.close()
    expect(await before.stop()).toEqual({ code: 0, stderr: '' })

    const after = await startChildSandbox(folder)
    expect(await allSubjects(after)).toEqual(['two', 'one'])
    expect(await after.client.mail.next({})).toEqual(first)
    expect((await after.client.control.list())[0]?.fault).toBeNull()
    await after.stop()
  })

  test('deleted mail stays deleted, and what is no message is left alone', async () => {
    const before = await startChildSandbox(folder)
    const sender = openSender(before.smtpPort)
    await sender.send({ to: 'ada@example.test', text: 'hello' })
    sender.close()
    expect(await before.client.mail.clear()).toBe(1)
    await before.stop()
    await writeFile(join(folder, 'mail', '0000000000000001.mail'), 'no label')
    await writeFile(join(folder, 'mail', 'notes.txt'), 'mine')

    const after = await startChildSandbox(folder)
    expect(await allSubjects(after)).toEqual([])
    const { stderr } = await after.stop()
    expect(stderr).toContain('0000000000000001.mail is not a stored message')
    expect(await readdir(join(folder, 'mail'))).toContain('notes.txt')
  })
})

test('a message that cannot be stored is not accepted, and one that can again is', async () => {
  const sandbox = await startChildSandbox(folder)
  const sender = openSender(sandbox.smtpPort)
  await rename(join(folder, 'mail'), join(folder, 'elsewhere'))
  const message = { to: 'ada@example.test', subject: 'stored', text: 'hello' }
  await expect(sender.send(message)).rejects.toMatchObject({ responseCode: 451 })
  await rename(join(folder, 'elsewhere'), join(folder, 'mail'))
  await sender.send(message)
  expect(await allSubjects(sandbox)).toEqual(['stored'])
  sender.close()
  const { stderr } = await sandbox.stop()
  expect(stderr).toMatch(/^mail: a message could not be stored: ENOENT.*\n$/)
})

test('a client that hangs up in the middle of a message leaves nothing behind', async () => {
  const sandbox = await startChildSandbox(folder)
  const socket = connect(sandbox.smtpPort, '127.0.0.1')
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  await lines.next()
  for (const command of ['HELO test', 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA']) {
    socket.write(`${command}\r\n`)
    await lines.next()
  }
  socket.end('Subject: half\r\n\r\nand then')
  await once(socket, 'close')
  expect(await allSubjects(sandbox)).toEqual([])
  expect(await sandbox.stop()).toEqual({ code: 0, stderr: '' })
})

test('the host to listen on must be one of this machine', async () => {
  const { code, stderr } = await runMain({
    SANDBOX_HOST: '192.0.2.1',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    SANDBOX_DATA: folder,
  }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The sandbox cannot start: SANDBOX_PORT 0 on 192.0.2.1 cannot be used: .+\n$/)
})

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s answers the delivery under way, then ends with 0', async (signal) => {
    const sandbox = await startChildSandbox(folder)
    await sandbox.client.control.set('mail', { fault: 'slow', delayMs: 60_000 })
    const sender = openSender(sandbox.smtpPort)
    const delivery = sender.send({ to: 'ada@example.test', subject: 'last', text: 'hello' })
    await sandbox.client.mail.next({ to: 'ada@example.test' })
    sandbox.child.kill(signal)
    expect((await delivery).response).toMatch(/^250/)
    expect(await sandbox.ended).toEqual({ code: 0, stderr: '' })
    sender.close()
  })

  test('a caller who waits for mail is answered', async () => {
    const sandbox = await startChildSandbox(folder)
    const idle = openSender(sandbox.smtpPort)
    await idle.send({ to: 'ada@example.test', text: 'a connection that stays open' })
    const waiting = expect(sandbox.client.mail.next({ to: 'nobody@example.test', waitSeconds: 30 })).rejects.toThrow(
      'No such message came in time',
    )
    // The answer to a later request says that the waiting one has arrived.
    await sandbox.client.mail.list()
    expect((await sandbox.stop()).code).toBe(0)
    await waiting
    idle.close()
  })

  test('a parent that lets go ends it with 0', async () => {
    const sandbox = await startChildSandbox(folder)
    sandbox.child.disconnect()
    expect((await sandbox.ended).code).toBe(0)
  })

  test('a parent that is killed with -9 takes it along', async () => {
    const program = `
      const { fork } = require('node:child_process')
      const child = fork(${JSON.stringify(MAIN)}, { execArgv: [] })
      child.on('message', () => console.log('READY ' + child.pid + ' '))
    `
    const parent = spawn(process.execPath, ['-e', program], {
      env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    onTestFinished(() => {
      const orphan = /READY (\d+) /.exec(said)?.[1]
      if (orphan !== undefined && !parent.stdout.readableEnded) process.kill(Number(orphan), 'SIGKILL')
    })
    for await (const text of parent.stdout.setEncoding('utf8')) {
      said += text
      if (/READY \d+ /.test(said)) parent.kill('SIGKILL')
    }
    // The output ended, so both who could write to it are gone.
    expect(said).toContain('The sandbox is ready')
    expect(parent.signalCode ?? (await once(parent, 'exit'))[1]).toBe('SIGKILL')
  })
})

describe('what keeps it from starting is said in one sentence', () => {
  let taken: Server
  let takenPort: string

  beforeEach(async () => {
    taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    takenPort = String((taken.address() as AddressInfo).port)
  })

  afterEach(() => {
    taken.close()
  })

  const failure = async (settings: Record<string, string>): Promise<string> => {
    const { code, stderr } = await runMain({
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA: folder,
      ...settings,
    }).ended
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return stderr
  }

  test('settings that are missing or wrong, all at once', async () => {
    expect(await failure({ SANDBOX_PORT: '', SANDBOX_SMTP_PORT: '65536', SANDBOX_DATA: ' ' })).toBe(
      'The sandbox cannot start: SANDBOX_PORT is not set; SANDBOX_SMTP_PORT must be a port from 0 (any free one) to 65535, ' +
        'not "65536"; SANDBOX_DATA, the folder for its data, is not set.\n',
    )
  })

  test.each([
    ['SANDBOX_PORT', ' on 127.0.0.1'],
    ['SANDBOX_SMTP_PORT', ''],
  ])('%s is taken', async (name, where) => {
    expect(await failure({ [name]: takenPort })).toBe(
      `The sandbox cannot start: ${name} ${takenPort}${where} cannot be used: the port is already taken.\n`,
    )
  })

  test('the folder cannot be made', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(await failure({ SANDBOX_DATA: join(folder, 'file') })).toMatch(
      /^The sandbox cannot start: SANDBOX_DATA \S+ cannot be used: /,
    )
  })
})

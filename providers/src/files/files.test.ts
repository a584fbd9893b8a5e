import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Files } from './files.ts'
import { createLocalFiles } from './local.ts'
import { openFiles } from './open.ts'
import { createS3Files } from './s3.ts'
import { signatureProblem, startS3Server } from './test-s3-server.ts'

const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/XUtn+FEMI K7MDENG', region: 'eu-central-1' }
const bucket = 'ingot-files'

let folder: string
let store: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ingot-files-'))
  store = await startS3Server(account, bucket)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await store.stop()
})
beforeEach(() => {
  store.misbehaviours.length = 0
  store.clock.now = () => new Date()
})

const openBucket = (other: Partial<Parameters<typeof createS3Files>[0]> = {}) =>
  createS3Files({ endpoint: `http://${store.host}`, bucket, ...account, waits: { tryMs: 2000, pauseMs: 1 }, ...other })

const adapters: [string, () => Files][] = [
  ['a folder', () => createLocalFiles(join(folder, 'shared'))],
  ['a bucket', () => openBucket()],
]

describe.each(adapters)('%s', (_name, open) => {
  it('gives back what was put, with its type', async () => {
    const bytes = new Uint8Array([0, 10, 13, 255, ...randomBytes(3 * 1024 * 1024)])
    await open().put('pictures/0a1b/c-d', bytes, 'image/webp')
    const kept = await open().get('pictures/0a1b/c-d')
    expect(kept?.type).toBe('image/webp')
    expect(kept?.bytes).toBeInstanceOf(Uint8Array)
    expect(Buffer.compare(kept?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
  })

  it('keeps an empty file', async () => {
    await open().put('empty', new Uint8Array(), 'text/plain')
    expect(await open().get('empty')).toEqual({ bytes: new Uint8Array(), type: 'text/plain' })
  })

  it('knows nothing of a key that was never put', async () => {
    expect(await open().get('pictures/nobody')).toBeUndefined()
  })

  it('replaces what was there, bytes and type', async () => {
    await open().put('notes/one', Buffer.from('first, and longer'), 'text/plain')
    await open().put('notes/one', Buffer.from('second'), 'text/csv')
    const kept = await open().get('notes/one')
    expect([Buffer.from(kept?.bytes ?? []).toString(), kept?.type]).toEqual(['second', 'text/csv'])
  })

  it('removes, and does not mind when there is nothing to remove', async () => {
    await open().put('notes/two', Buffer.from('x'), 'text/plain')
    await open().remove('notes/two')
    expect(await open().get('notes/two')).toBeUndefined()
    await open().remove('notes/two')
  })

  it('keeps a key apart from those below it', async () => {
    await open().put('tree', Buffer.from('trunk'), 'text/plain')
    await open().put('tree/branch', Buffer.from('branch'), 'text/plain')
    await open().remove('tree')
    expect(Buffer.from((await open().get('tree/branch'))?.bytes ?? []).toString()).toBe('branch')
  })

  it('never shows half of two writers', async () => {
    const writers = ['aaaa', 'bbbb', 'cccc'].map((name) => ({ type: `text/${name}`, text: name.repeat(50_000) }))
    await open().put('race', Buffer.from(writers[0]?.text ?? ''), 'text/aaaa')
    const reads = Array.from({ length: 20 }, async () => {
      const kept = await open().get('race')
      expect(writers).toContainEqual({ type: kept?.type, text: Buffer.from(kept?.bytes ?? []).toString() })
    })
    await Promise.all([...reads, ...writers.map(({ type, text }) => open().put('race', Buffer.from(text), type))])
  })

  it.each([
    '',
    '/etc/passwd',
    '../up',
    'a/../../b',
    'A',
    'a.b',
    'a b',
    'a\0',
    '-a',
    'a//b',
    'a/',
    `a${'b'.repeat(201)}`,
  ])('takes %j for a bug, not for a key', async (key) => {
    const files = open()
    await expect(files.put(key, new Uint8Array(), 'text/plain')).rejects.toThrow('a key has')
    await expect(files.get(key)).rejects.toThrow('a key has')
    await expect(files.remove(key)).rejects.toThrow('a key has')
  })

  it.each(['', 'webp', 'image/webp\nx', 'text/html; charset=utf-8'])(
    'takes %j for a bug, not for a type',
    async (type) => {
      await expect(open().put('typed', new Uint8Array(), type)).rejects.toThrow('a file has')
    },
  )
})

describe('a folder', () => {
  it('is readable by nobody else, and holds nothing unfinished', async () => {
    const own = join(folder, 'own')
    const files = createLocalFiles(own)
    await files.put('private/one', Buffer.from('x'), 'text/plain')
    expect(await readdir(join(own, 'private'))).toEqual(['one.file'])
    expect((await stat(join(own, 'private', 'one.file'))).mode & 0o777).toBe(0o600)
    expect((await stat(own)).mode & 0o777).toBe(0o700)
    expect((await stat(join(own, 'private'))).mode & 0o777).toBe(0o700)
  })

  it('leaves the old file as it was when a new one cannot be written', async () => {
    const own = join(folder, 'failing')
    const files = createLocalFiles(own)
    await files.put('one', Buffer.from('old'), 'text/plain')
    const unwritable = { length: 1 } as Uint8Array
    await expect(files.put('one', unwritable, 'text/plain')).rejects.toThrow()
    expect(Buffer.from((await files.get('one'))?.bytes ?? []).toString()).toBe('old')
    expect(await readdir(own)).toEqual(['one.file'])
  })

  it('cannot be where a file is', async () => {
    const taken = join(folder, 'taken')
    await writeFile(taken, '')
    expect(() => openFiles(pathToFileURL(taken).href)).toThrow(`FILES_URL names ${taken}, which cannot be used`)
  })
})

describe('a bucket', () => {
  it('is asked again when it has a bad moment', async () => {
    store.misbehaviours.push(503, 'hang up')
    await openBucket().put('patience', Buffer.from('kept'), 'text/plain')
    expect(Buffer.from((await openBucket().get('patience'))?.bytes ?? []).toString()).toBe('kept')
  })

  it.each(['hang', 'stall'] as const)('is not waited for without end: %s', async (how) => {
    await openBucket().put('slow', Buffer.from('kept'), 'text/plain')
    const before = store.asked()
    store.misbehaviours.push(how, how, how, how)
    const files = openBucket({ waits: { tryMs: 150, pauseMs: 1 } })
    await expect(files.get('slow')).rejects.toThrow(/could not be reached for GET ingot-files\/slow: .*timeout/)
    expect(store.asked() - before).toBe(3)
  })

  it.each([
    [500, 'answered 500 InternalError to PUT ingot-files/bad', 3],
    [429, 'answered 429 InternalError to PUT ingot-files/bad', 3],
    [301, 'answered 301 to PUT ingot-files/bad', 1],
  ] as const)('that goes on answering %i is given up', async (status, words, requests) => {
    const before = store.asked()
    store.misbehaviours.push(status, status, status, status)
    await expect(openBucket().put('bad', new Uint8Array(), 'text/plain')).rejects.toThrow(words)
    expect(store.asked() - before).toBe(requests)
  })

  it('that cannot be reached is named, and its secret is not', async () => {
    const files = openBucket({ endpoint: 'http://127.0.0.1:1' })
    const error = await files.get('x').catch((reason: Error) => reason)
    expect(String(error)).toContain('The file store http://127.0.0.1:1 could not be reached')
    expect(String(error)).not.toContain(account.secretAccessKey)
  })

  it.each([
    ['secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'AKIDOTHER' }, '403 InvalidAccessKeyId'],
    ['region', { region: 'us-west-1' }, '403 AuthorizationHeaderMalformed'],
    ['bucket', { bucket: 'another' }, '404 NoSuchBucket'],
  ])('refuses a wrong %s, which is not the same as a missing file', async (_what, wrong, words) => {
    const files = openBucket(wrong)
    await expect(files.get('x')).rejects.toThrow(words)
    await expect(files.put('x', new Uint8Array(), 'text/plain')).rejects.toThrow(words)
    await expect(files.remove('x')).rejects.toThrow(words)
  })

  it('refuses a request whose clock is off', async () => {
    store.clock.now = () => new Date(Date.now() + 20 * 60 * 1000)
    await expect(openBucket().get('x')).rejects.toThrow('403 RequestTimeTooSkewed')
  })
})

describe('the other end of these tests', () => {
  // The example of a GET Object in AWS's description of Signature Version 4.
  const published = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    body: new Uint8Array(),
  }
  const owner = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const then = new Date('2013-05-24T00:05:00Z')

  it('believes the signature that AWS published', () => {
    expect(signatureProblem(published, owner, then)).toBeUndefined()
  })

  it.each([
    ['another path', { url: '/test.text' }, 'SignatureDoesNotMatch'],
    ['another method', { method: 'DELETE' }, 'SignatureDoesNotMatch'],
    ['a query', { url: '/test.txt?acl=' }, 'SignatureDoesNotMatch'],
    ['another body', { body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
    ['an unsigned header', { headers: { ...published.headers, 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
    ['another host', { headers: { ...published.headers, host: 'elsewhere' } }, 'SignatureDoesNotMatch'],
    ['no signature', { headers: { ...published.headers, authorization: undefined } }, 'AccessDenied'],
  ])('does not believe it for %s', (_what, changed, problem) => {
    expect(signatureProblem({ ...published, ...changed }, owner, then)).toBe(problem)
  })
})

describe('FILES_URL', () => {
  it('opens a folder, made when missing', async () => {
    const url = pathToFileURL(join(folder, 'a new one', 'files')).href
    await openFiles(url).put('x', Buffer.from('kept'), 'text/plain')
    expect((await openFiles(url).get('x'))?.type).toBe('text/plain')
  })

  it('opens a bucket', async () => {
    const secret = encodeURIComponent(account.secretAccessKey)
    const files = openFiles(
      `s3://${account.accessKeyId}:${secret}@${store.host}/${bucket}?region=${account.region}&tls=off`,
    )
    await files.put('by-url', Buffer.from('kept'), 'text/plain')
    expect(Buffer.from(store.objects.get('by-url')?.body ?? []).toString()).toBe('kept')
  })

  it('speaks TLS to a bucket unless told otherwise', async () => {
    const files = openFiles(`s3://key:secret@${store.host}/${bucket}`)
    await expect(files.get('x')).rejects.toThrow(`The file store https://${store.host} could not be reached`)
  })

  it.each([
    ['', 'must be file:///a/folder or s3://'],
    ['/var/lib', 'must be file:///a/folder or s3://'],
    ['https://host/bucket', 'must be file:///a/folder or s3://'],
    ['file:///', 'must name a folder'],
    ['file://elsewhere/folder', 'must name a folder'],
    ['s3://host/bucket', 'must look like s3://key:secret@host/bucket'],
    ['s3://key:top-secret@host', 'must name one bucket'],
    ['s3://key:top-secret@host/a/b', 'must name one bucket'],
    ['s3://key:top-secret@host/bucket?tls=maybe', 'must be on or off'],
    ['s3://key:top-secret@host/bucket?region=EU%20West', 'must be a name such as'],
    ['s3://key:top-secret@host/bucket?acl=public', "has no option 'acl'"],
    ['s3://key:top-secret%zz@host/bucket', 'percent-encoded'],
  ])('%j is refused with a reason, and without the secret', (url, words) => {
    const opening = () => openFiles(url)
    expect(opening).toThrow(words)
    expect(opening).not.toThrow('top-secret')
  })
})

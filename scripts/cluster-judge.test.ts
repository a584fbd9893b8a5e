import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealKeyOf } from '@ingot/ledger/seal'
import { expect, test } from 'vitest'
import { isInTime, longestGap, planOf } from './cluster-chaos.ts'
import { endedAlone, judge, judgeFires, sealKeysOf } from './cluster-judge.ts'
import { processesOf } from './cluster-nodes.ts'

const held = { name: '', holdDown: () => undefined, letUp: () => undefined, stop: async () => undefined }

const operations = [
  { quote: 'q1', trade: 't1', at: 1 },
  { quote: 'q2', trade: 't2', at: 2 },
  { quote: 'q3' },
  { quote: 'q4' },
]
const found = [
  { trade: 't1', quote: 'q1' },
  { trade: 't2', quote: 'q2' },
  { trade: 't3', quote: 'q3' },
]

test('what was acknowledged is there once; what nobody was told of may be there', () => {
  expect(judge(operations, found)).toEqual({ acknowledged: 2, untold: 1, lost: 0, doubled: 0 })
  expect(judgeFires(operations, found)).toBe(true)
})

test('an acknowledged trade that is missing is lost, and one that is there twice or was not asked for is doubled', () => {
  expect(judge(operations, found.slice(1))).toMatchObject({ lost: 1, doubled: 0 })
  expect(judge(operations, [...found, { trade: 't5', quote: 'q1' }])).toMatchObject({ lost: 0, doubled: 1 })
  expect(judge(operations, [...found, { trade: 't5', quote: 'q9' }])).toMatchObject({ lost: 0, doubled: 1 })
  expect(judge(operations, [{ trade: 'other', quote: 'q1' }, ...found.slice(1)])).toMatchObject({ lost: 1, doubled: 1 })
})

test('a judge that has seen nothing has proven nothing', () => {
  expect(judgeFires([], [])).toBe(false)
})

test('every kind of fault is made: PostgreSQL’s death as often as asked for, the others a quarter as often', () => {
  const plan = planOf(20)
  const times = (kind: string) => plan.filter((each) => each === kind).length
  expect(times('postgres')).toBe(20)
  for (const kind of ['switchover', 'node', 'frozen', 'cut', 'api', 'worker', 'chain']) expect(times(kind)).toBe(5)
  expect(planOf(1)).toHaveLength(8)
  expect(planOf(1, ['cut'])).toHaveLength(7)
})

test('writes have to be back in time, and reads too, also where they never come back', () => {
  const round = { kind: 'node', times: 1, writes: 20_000, reads: 1_000 } as const
  expect(isInTime([round])).toBe(true)
  expect(isInTime([round, { ...round, writes: 31_000 }])).toBe(false)
  expect(isInTime([round, { ...round, reads: 16_000 }])).toBe(false)
  expect(longestGap([1, 2, 5, 99], 1, 10)).toBe(5)
  expect(longestGap([1, 2, 9, 99], 1, 10)).toBe(7)
  expect(longestGap([], 1, 10)).toBe(9)
})

test('a process of ours that ended by itself is named, and one that was killed on purpose is not', () => {
  const seen = new Map([
    ['api1', [1, 4]],
    ['worker1', [2, 5, 6]],
    ['sandbox1', [3]],
  ])
  expect(endedAlone(seen, new Set([1, 2, 5]))).toEqual([])
  expect(endedAlone(seen, new Set([1, 2]))).toEqual(['worker1'])
  expect(endedAlone(seen, new Set())).toEqual(['api1', 'worker1', 'worker1'])
})

test('a node is PostgreSQL with all of its processes, Patroni and etcd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-node-'))
  const child = spawn('sleep', ['30'])
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n`)
  const program = (pid: number) => ({ ...held, pid: () => pid })
  const ports = { host: '', postgresPort: 0, patroniPort: 0, patroniPassword: '', etcdPort: 0, etcdPeerPort: 0 }
  try {
    const node = { name: 'node1', folder, ...ports, patroni: program(11), etcd: program(12) }
    expect(processesOf(node)).toEqual(expect.arrayContaining([11, 12, process.pid, child.pid]))
    expect(processesOf({ ...node, folder: '/nowhere', etcd: undefined })).toEqual([11])
  } finally {
    child.kill()
    rmSync(folder, { recursive: true })
  }
})

test('seals are held against the keys of the cluster, older ones included', () => {
  const shown = (settings: NodeJS.ProcessEnv) =>
    sealKeysOf({ settings })?.map((key) => key.equals(sealKeyOf('now').public))
  expect(shown({ LEDGER_SEAL_SECRET: 'now', LEDGER_SEAL_SECRET_BEFORE: 'before' })).toEqual([true, false])
  expect(shown({})).toBeUndefined()
})

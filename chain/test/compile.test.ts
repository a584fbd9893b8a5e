import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { compileOnce } from '../src/deploying/compile.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compile-'))
  mkdirSync(join(root, 'contracts', 'parts'), { recursive: true })
  write('Answer.sol', 'import {Part} from "./parts/Part.sol"; contract Answer is Part {}')
  writePart(42)
})

function write(file: string, text: string): void {
  writeFileSync(join(root, 'contracts', file), `pragma solidity 0.8.37; ${text}`)
}

function writePart(answer: number): void {
  write('parts/Part.sol', `contract Part { function answer() external pure returns (uint256) { return ${answer}; } }`)
}

test('the same sources are compiled once, and a change in any of them again', { timeout: 60_000 }, () => {
  const first = compileOnce(root, ['Answer'])
  expect(first.Answer.abi).toMatchObject([{ name: 'answer' }])
  const folder = join(root, 'cache', 'artifacts')
  const [file = ''] = readdirSync(folder)
  const { mtimeMs } = statSync(join(folder, file))
  expect(compileOnce(root, ['Answer'])).toEqual(first)
  expect(statSync(join(folder, file)).mtimeMs).toBe(mtimeMs)
  writePart(43)
  expect(compileOnce(root, ['Answer']).Answer.bytecode).not.toBe(first.Answer.bytecode)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a broken source is told with its place', { timeout: 60_000 }, () => {
  write('Broken.sol', 'contract Broken {')
  expect(() => compileOnce(root, ['Answer'])).toThrow('contracts/Broken.sol')
})

test('a contract that is not there is named', { timeout: 60_000 }, () => {
  expect(() => compileOnce(root, ['Question'])).toThrow('There is no contract Question')
})

import { listDocuments } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { makeGaeStatement } from '@ingot/endpoints/statements'
import { request } from '../../lib/call.ts'
import { useList } from '../../lib/use-list.ts'
import { useMaking } from '../../lib/use-making.ts'

export const useMakeGaeStatement = () =>
  useMaking((body: BodyOf<typeof makeGaeStatement>) => request(makeGaeStatement, { body }))

export const useGaeStatements = () =>
  useList(listDocuments, { key: ['documents', 'list'], filter: { kind: 'gae-statement' } })

import { downloadProofChecker, listSnapshots, readSnapshot } from '@ingot/endpoints/proofs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useList } from '../../lib/use-list.ts'
import type { Outcome, Own } from './checking.ts'

export const useSnapshots = () => useList(listSnapshots, { key: ['snapshots'], filter: {} })

/** What checks is loaded with the first check. */
export const useCheckOwn = (own: Own) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await import('./checking.ts')).checkOwn(own),
    onSuccess: () => client.invalidateQueries({ queryKey: ['snapshots'] }),
  })
}

export const saveEvidence = ({ evidence }: Outcome): void =>
  saveFile('proof-of-reserves.json', new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' }))

export const saveProof = ({ evidence: { proof, bars } }: Outcome): void => {
  saveFile('proof.json', new Blob([JSON.stringify(proof)], { type: 'application/json' }))
  saveFile('bars.json', new Blob([JSON.stringify(bars)], { type: 'application/json' }))
}

/** The bars that lay in the vault when a snapshot was taken: the list of now may be another one. */
export const useDownloadBarsOf = (number: number) =>
  useMutation({
    mutationFn: async () => {
      const { bars } = (await request(readSnapshot, { params: { number: String(number) } })).data
      saveFile(`bars-${number}.json`, new Blob([JSON.stringify(bars, null, 2)], { type: 'application/json' }))
    },
  })

export const useDownloadChecker = () =>
  useMutation({
    mutationFn: async () => {
      const page = await request(downloadProofChecker)
      saveFile('check-proof.html', new Blob([page], { type: 'text/html' }))
    },
  })

import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  addMaterial,
  type BannerSize,
  changeMaterial,
  listMaterials,
  listMaterialVersions,
  type ManagedMaterial,
  type Material,
  type PictureType,
  previewBanner,
  readAllMaterials,
  readBanner,
  readMaterials,
  retireMaterial,
} from '@ingot/endpoints/materials'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'

const mediaTypes: Readonly<Record<PictureType, string>> = { png: 'image/png', svg: 'image/svg+xml' }

export const useMaterials = () =>
  useQuery({
    queryKey: ['materials', 'offered'],
    queryFn: async ({ signal }) => (await request(readMaterials, {}, signal)).data,
  })

type Wanted = { id: string; size: BannerSize; type: PictureType }

const readPicture = async (params: Wanted, signal?: AbortSignal): Promise<Blob> => {
  const bytes = await request(readBanner, { params }, signal)
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaTypes[params.type] })
}

/** How a banner looks. What stands on it belongs to the key: once that has changed, it is another picture. */
export const useBannerPicture = ({ id, headline, text }: Material, size: BannerSize) =>
  useQuery({
    queryKey: ['materials', 'picture', id, size, headline, text],
    queryFn: ({ signal }) => readPicture({ id, size, type: 'svg' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The same for operators, with a link that is nobody's. */
export const useBannerPreview = ({ id, version }: ManagedMaterial, size: BannerSize) =>
  useQuery({
    queryKey: ['materials', 'preview', id, size, version],
    queryFn: async ({ signal }) => {
      const bytes = await request(previewBanner, { params: { id, size } }, signal)
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaTypes.svg })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSaveBanner = (name: string) =>
  useMutation({
    mutationFn: async (wanted: Wanted) => saveFile(`${name}-${wanted.size}.${wanted.type}`, await readPicture(wanted)),
  })

export const useSaveAll = () =>
  useMutation({
    mutationFn: async () => {
      const bytes = await request(readAllMaterials, {})
      saveFile('materials.zip', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }))
    },
  })

const managedKey = ['materials', 'managed']

/** What operators keep, retired ones included. */
export const useManaged = () =>
  useQuery({
    queryKey: managedKey,
    queryFn: async ({ signal }) => (await request(listMaterials, {}, signal)).data,
  })

/** What a material was; asked for once somebody wants to know. */
export const useVersions = (id: string, version: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['materials', 'versions', id, version],
    queryFn: async ({ signal }) => (await request(listMaterialVersions, { params: { id } }, signal)).data,
    enabled: isWanted,
  })

/** Whatever came of it, the list then shows how things stand. */
const useManaging = <Input>(act: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => client.invalidateQueries({ queryKey: managedKey }) })
}

export const useAddMaterial = () => useManaging((body: BodyOf<typeof addMaterial>) => request(addMaterial, { body }))

export const useChangeMaterial = (id: string) =>
  useManaging((body: BodyOf<typeof changeMaterial>) => request(changeMaterial, { params: { id }, body }))

export const useRetireMaterial = (id: string) =>
  useManaging((body: BodyOf<typeof retireMaterial>) => request(retireMaterial, { params: { id }, body }))

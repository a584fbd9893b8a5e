import * as calls from '@ingot/endpoints/materials'
import { type Binding, bind } from '../../bind.ts'
import { addMaterial, changeMaterial, listMaterials, listVersions, retireMaterial } from './managing.ts'
import type { Materials } from './materials.ts'
import { previewBanner, readAllMaterials, readBanner, readMaterials } from './service.ts'

export const materialRoutes = (materials: Materials): Binding[] => [
  bind(calls.readMaterials, async ({ person }) => ({ data: await readMaterials(materials, person.id) })),
  bind(calls.readBanner, ({ person, from, params }) => readBanner(materials, { person, from }, params)),
  bind(calls.readAllMaterials, ({ person, from }) => readAllMaterials(materials, { person, from })),
  bind(calls.listMaterials, async () => ({ data: await listMaterials(materials) })),
  bind(calls.listMaterialVersions, async ({ params }) => ({ data: await listVersions(materials, params.id) })),
  bind(calls.previewBanner, ({ person, from, params }) => previewBanner(materials, { person, from }, params)),
  bind(calls.addMaterial, async ({ person, from, body }) => ({
    data: await addMaterial(materials, { person, from }, body),
  })),
  bind(calls.changeMaterial, async ({ person, from, params, body }) => ({
    data: await changeMaterial(materials, { person, from }, params.id, body),
  })),
  bind(calls.retireMaterial, async ({ person, from, params, body }) => ({
    data: await retireMaterial(materials, { person, from }, params.id, body),
  })),
]

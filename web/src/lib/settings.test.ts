import { expect, it } from 'vitest'
import { parseSettings, settings } from './settings.ts'
import { sampleSettings } from './test-settings.ts'

it('reads what the server wrote into the page', () => {
  expect(settings).toEqual(sampleSettings)
})

it('says that the settings are missing', () => {
  expect(() => parseSettings(undefined)).toThrow("the element 'ingot-settings' is missing or empty")
})

it('says that a placeholder was not replaced', () => {
  expect(() => parseSettings('__INGOT_SETTINGS__')).toThrow('The page settings are not JSON.')
})

it('names the setting that is wrong', () => {
  const wrong = { ...sampleSettings, brand: { ...sampleSettings.brand, accent: 7 } }
  expect(() => parseSettings(JSON.stringify(wrong))).toThrow('brand.accent')
})

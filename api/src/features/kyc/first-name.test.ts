import { expect, test } from 'vitest'
import { firstNameAndInitial } from './first-name.ts'

test('others know somebody by the first name and the initial of the last', () => {
  expect(firstNameAndInitial({ firstName: 'Anna', lastName: 'Berg' })).toBe('Anna B.')
  expect(firstNameAndInitial({ firstName: ' Anna Maria ', lastName: 'van den Berg' })).toBe('Anna Maria V.')
  expect(firstNameAndInitial({ firstName: 'Élodie', lastName: 'E\u0301tienne' })).toBe('Élodie É.')
  expect(firstNameAndInitial({ firstName: 'Björk', lastName: '' })).toBe('Björk')
})

import { describe, expect, it } from 'vitest'
import { safeReturn, signInAddress } from './return-address.ts'

describe('where one is led after signing in', () => {
  it.each([
    ['/My-Profile', '/My-Profile'],
    ['/My-Profile/Security?x=1#y', '/My-Profile/Security?x=1#y'],
    ['/a?next=https://evil.example', '/a?next=https://evil.example'],
    ['/signing', '/signing'],
  ])('%s is inside this site', (wanted, address) => {
    expect(safeReturn(wanted)).toBe(address)
  })

  it.each([
    null,
    '',
    'My-Profile',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '/signin',
    '/SignIn/?return=/x',
  ])('%s is not', (wanted) => {
    expect(safeReturn(wanted)).toBeUndefined()
  })
})

describe('the way to sign in', () => {
  it('carries the page that was wanted', () => {
    expect(signInAddress({ pathname: '/My-Profile', search: '?a=1', hash: '#b' })).toBe(
      '/signin?return=%2FMy-Profile%3Fa%3D1%23b',
    )
  })

  it.each(['/', '/signin'])('is plain from %s', (pathname) => {
    expect(signInAddress({ pathname, search: '', hash: '' })).toBe('/signin')
  })
})

import { describe, expect, test } from 'vitest'
import { maskSecrets } from './masking.ts'

describe('what people write by mistake is masked', () => {
  test.each([
    ['My code is 482913, it does not work', 'My code is ••••, it does not work'],
    ['482 913 is the 2FA code I got', '•••• is the 2FA code I got'],
    ['PIN: 274915', 'PIN: ••••'],
    ['my pin 2749 is refused', 'my pin •••• is refused'],
    ['OTP=123456', 'OTP=••••'],
    ['card 4111 1111 1111 1111 exp 12/29', 'card •••• exp 12/29'],
    ['card 4111-1111-1111-1111', 'card ••••'],
    ['378282246310005', '••••'],
    ['backup code K7MWQ-4XTRB', 'backup code ••••'],
    ['token Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA== here', 'token •••• here'],
    ['JBSWY3DPEHPK3PXP is in my phone', '•••• is in my phone'],
    ['password: blue kettle', 'password: ••••'],
    ['Password = blue kettle walks\nand does not work', 'Password = ••••\nand does not work'],
    ['password: 4111 1111 1111 1111', 'password: ••••'],
    ['the password is hunter22', 'the password is ••••'],
    ['My password is sunshine.', 'My password is ••••'],
    ['Password hunter22', 'Password ••••'],
    ['My card 4111 1111 1111 1111 12/29 is refused', 'My card •••• 12/29 is refused'],
    ['4111 1111 1111 1111 123', '•••• 123'],
    ['card no.4111 1111 1111 1111', 'card no.••••'],
    ['4111\u00a01111\u202f1111\u00a01111', '••••'],
    ['4111  1111  1111  1111', '••••'],
    ['4111 1111\n1111 1111', '••••'],
    ['4111.1111.1111.1111', '••••'],
    ['10 of 4111111111111111 is left', '10 of •••• is left'],
    ['since 2026 4111 1111 1111 1111', 'since 2026 ••••'],
    ['3782 822463 10005, 4,111.00 USD', '••••, 4,111.00 USD'],
    [`my private key 0x${'ab12'.repeat(16)}`, 'my private key ••••'],
    ['https://gold.example/Change-Password/4f3Gk29aLQ8wXy7Zt1bNcVd5', 'https://gold.example/Change-Password/••••'],
    [
      'my recovery phrase: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'my recovery phrase: ••••',
    ],
  ])('%s', (given, kept) => {
    expect(maskSecrets(given)).toEqual({ text: kept, masked: 1 })
  })

  test('each of several', () => {
    expect(maskSecrets('PIN 274915\nbackup codes AB3DE-FGH4J, KLMN2-PQRS3')).toEqual({
      text: 'PIN ••••\nbackup codes ••••, ••••',
      masked: 3,
    })
  })
})

test.each([
  'I bought 100000 grams in 2026',
  'Ticket T-2026-000123 about my code',
  'I paid 1000.50 USD on 2026-11-02',
  `Sent from 0x${'ab12'.repeat(10)}, hash 0x${'cd34'.repeat(16)}`,
  'My account is GB29NWBK60161331926819',
  'Movement 7b0a1f8e-6f0a-4c55-9c3a-1f2e3d4c5b6a',
  'Order 4111111111111112 has a number that is no card',
  'Call me at +44 7400 123456',
  'A well-known short-terms question of an extraordinarily-long-hyphenated-word',
  'My password does not work',
  'I forgot my password',
  'The password is wrong. Is the new password what I was sent?',
  'I changed my password 2026-11-02',
  'I paid 4,111.00 and 4,111.00 and 1,111.00 USD',
  '7.123456789012345614 g, 0,123456789012345614 g and 1250.50 4200.75 1003.25',
  'DE62 3704 0044 0532 0130 01 or GB29 NWBK 6016 1331 9268 19',
])('what is no secret stays: %s', (text) => {
  expect(maskSecrets(text)).toEqual({ text, masked: 0 })
})

test('a long text is looked through at once', () => {
  const began = performance.now()
  for (const piece of [
    '1 ',
    'a ',
    'A1-',
    'ABCD ',
    '4111 ',
    '4.1-',
    'DE89 ',
    'pin ',
    'abc ',
    ' \n',
    'password is ',
    'password : ',
  ])
    maskSecrets(piece.repeat(4000).slice(0, 4000))
  expect(performance.now() - began).toBeLessThan(1000)
})

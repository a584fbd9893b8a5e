export const neverSend = 'Never write codes, PINs, passwords or card numbers. We mask those that we find.'

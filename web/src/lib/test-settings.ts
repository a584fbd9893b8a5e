import type { PageSettings } from '@ingot/endpoints/page-settings'

/** What tests run the page with. */
export const sampleSettings: PageSettings = {
  apiBase: '/api',
  imageHost: '',
  kycClientToken: 'public-client-token',
  kycSdkUrl: 'https://verification.example',
  explorerTransactionPrefix: 'https://explorer.example/tx/',
  publicNode: 'https://node.example',
  anchor: { chainId: 31337, address: `0x${'c0'.repeat(20)}` },
  chainName: 'BNB Smart Chain',
  version: '0.0.0-test',
  build: 'this-build',
  brand: {
    name: 'Ingot',
    accent: '#c79a3b',
    legalLine: 'Registered in Example, no. 1234.',
    company: 'Ingot AG, Example',
    supportEmail: 'support@ingot.example',
  },
  gold: { vault: 'Example Vaults, Zürich', auditor: 'Example Assay Office, twice a year' },
  rewards: { isShareShown: false },
}

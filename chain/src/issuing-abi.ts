import { parseAbi } from 'viem'

/** What attesting and minting call and read of `Reserve` and the tokens, and what these say when they refuse. */
export const issuingAbi = parseAbi([
  'struct Share { address token; uint256 grams; uint256 units; }',
  'function attest(uint256 grams, Share[] shares, bytes32 evidence)',
  'function vaultGrams() view returns (uint256)',
  'function attestedAt() view returns (uint256)',
  'function evidenceHash() view returns (bytes32)',
  'function gramsOf(address token) view returns (uint256)',
  'function capOf(address token) view returns (uint256)',
  'function issue(uint256 amount)',
  'function totalSupply() view returns (uint256)',
  'error AboveReserve(uint256 supply, uint256 amount, uint256 cap)',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error EnforcedPause()',
  'error ForeignToken(address token, address reserve)',
  'error ShareBelowSupply(address token, uint256 units, uint256 supply)',
  'error SharesAboveVault(uint256 shared, uint256 vault)',
  'error UnitsAreNotGrams(address token, uint256 grams, uint256 units)',
])

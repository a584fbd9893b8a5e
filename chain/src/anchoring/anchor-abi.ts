import { parseAbi } from 'viem'

/** What is called and read of `Anchor`, and what it says when it refuses. */
export const anchorAbi = parseAbi([
  'function anchor(uint64 number, bytes32 hash)',
  'function anchorSeal(uint64 number, bytes32 hash)',
  'function lastSnapshot() view returns (uint64)',
  'function lastSeal() view returns (uint64)',
  'function hashOf(uint64 number) view returns (bytes32)',
  'function sealHashOf(uint64 number) view returns (bytes32)',
  'function blockOf(uint64 number) view returns (uint256)',
  'function sealBlockOf(uint64 number) view returns (uint256)',
  'event SnapshotAnchored(uint64 indexed number, bytes32 indexed hash)',
  'event SealAnchored(uint64 indexed number, bytes32 indexed hash)',
  'error NotAbove(uint64 number, uint64 last)',
  'error NoHash(uint64 number)',
])

import { parseAbi } from 'viem'

/** What the worker calls and reads of `Settlement`, and what it and the tokens say when they refuse. */
export const settlementAbi = parseAbi([
  'struct Leg { address token; bytes32 from; uint8 receiver; bytes32 to; uint256 amount; }',
  'struct Item { uint256 id; Leg[] legs; }',
  'function settle(Item[] items)',
  'function gasFor(uint256 legs) view returns (uint256)',
  'function isSettled(uint256 id) view returns (bool)',
  'function outsideLimit(address token) view returns (uint256 limit, uint256 left)',
  'function outsideFrom(address token, uint256 amount) view returns (uint256)',
  'function requestedRaise(address token) view returns (uint256 limit, uint256 from)',
  'function requestRaise(address token, uint256 limit)',
  'function raiseLimit(address token)',
  'function cancelRaise(address token)',
  'function lowerLimit(address token, uint256 limit)',
  'event Settled(uint256 indexed id)',
  'event Refused(uint256 indexed id, bytes reason)',
  'event AlreadySettled(uint256 indexed id)',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error EnforcedPause()',
  'error GasTooLow(uint256 id, uint256 left, uint256 needed)',
  'error LegsOutOfRange(uint256 legs, uint256 most)',
  'error OutsideLimitReached(address token, uint256 amount, uint256 left)',
  'error RaiseTooEarly(address token, uint256 from)',
  'error SafeERC20FailedOperation(address token)',
])

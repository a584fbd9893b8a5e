// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {OutsideLimits} from "./OutsideLimits.sol";
import {Wallet} from "./Wallet.sol";
import {WalletFactory} from "./WalletFactory.sol";

/// @title Does on the chain what the ledger has decided
/// @notice The settler moves tokens between our own wallets, out of them, and burns from them. Each item has the id that
/// the ledger gave it and is done once, however often it is sent. All legs of an item happen or none does, and an item
/// that cannot be done does not keep the others from being done. Between our own wallets any amount moves; to outside
/// addresses, no more of a token than its limit for 24 hours.
contract Settlement is OutsideLimits, Pausable, ReentrancyGuardTransient, WalletFactory {
    using BitMaps for BitMaps.BitMap;

    /// @notice Who receives a leg: one of our own wallets, an outside address, or nobody, which means that it is burnt.
    enum Receiver {
        Wallet,
        Outside,
        Nobody
    }

    /// @notice One token from the wallet with a salt. `to` is the salt of the receiving wallet, whose address is derived
    /// here, so that nothing outside passes for a wallet of ours; or it is the outside address, in its lower 20 bytes. One
    /// of our own that is named by its address counts as outside.
    struct Leg {
        IERC20 token;
        bytes32 from;
        Receiver receiver;
        bytes32 to;
        uint256 amount;
    }

    /// @notice What has to happen together.
    struct Item {
        uint256 id;
        Leg[] legs;
    }

    /// @notice Who sends settlements.
    bytes32 public constant SETTLER_ROLE = keccak256("SETTLER_ROLE");

    /// @notice How many legs an item may have.
    uint256 public constant MAX_LEGS = 16;

    // What an item may burn at most. A leg that deploys its wallet and reaches a new holder takes about 95,000. Counting
    // what goes outside takes up to 60,000 the first time after a busy day; the items hold that for one token each.
    uint256 private constant ITEM_GAS = 75_000;
    uint256 private constant LEG_GAS = 110_000;

    // What is kept back to tell the outcome of an item.
    uint256 private constant SPARE_GAS = 20_000;

    // A longer reason is cut, because a hostile token could otherwise make us pay for writing down a very long one.
    uint256 private constant MAX_REASON = 256;

    BitMaps.BitMap private _settled;

    /// @notice An item was done.
    /// @param id The id that the ledger gave it.
    event Settled(uint256 indexed id);

    /// @notice An item could not be done and left no trace. It may be sent again.
    /// @param id The id that the ledger gave it.
    /// @param reason What the failing contract said, cut to 256 bytes; empty when the item used up its gas.
    event Refused(uint256 indexed id, bytes reason);

    /// @notice An item was sent again after it had been done.
    /// @param id The id that the ledger gave it.
    event AlreadySettled(uint256 indexed id);

    /// @notice Only the contract itself calls this.
    /// @param caller Who called.
    error NotSelf(address caller);

    /// @notice An item has nothing to do, or more than one item may.
    /// @param legs How many legs it has.
    /// @param most How many it may have.
    error LegsOutOfRange(uint256 legs, uint256 most);

    /// @notice A leg to the outside names something that is no address.
    /// @param to What it names.
    error NotAnAddress(bytes32 to);

    /// @notice Only tokens of our own are burnt: what they stood for is still ours, and they can be issued again.
    /// @param token The token that was to be burnt.
    error NotOurToken(IERC20 token);

    /// @notice The transaction has too little gas left to give an item its due, so nothing of the batch is done.
    /// @param id The id of the item.
    /// @param left The gas that is left.
    /// @param needed The gas that has to be left.
    error GasTooLow(uint256 id, uint256 left, uint256 needed);

    /// @notice Each role goes to a key of its own.
    /// @param admin Gives and takes roles, lets settling go on after a pause, and changes limits.
    /// @param settler Sends settlements.
    /// @param pauser Stops them.
    /// @param limits How much of each token may leave to outside addresses in 24 hours.
    constructor(address admin, address settler, address pauser, Limit[] memory limits) OutsideLimits(limits) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(SETTLER_ROLE, settler);
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @notice Does every item that was not done yet and can be done.
    /// @dev No item can take the others' gas as long as the transaction has `gasFor` of each item together. With too little
    /// gas the batch reverts as a whole: an estimate would otherwise settle on an amount at which items are refused.
    /// @param items What to do, each in the order of its legs.
    function settle(Item[] calldata items) external onlyRole(SETTLER_ROLE) whenNotPaused nonReentrant {
        for (uint256 i = 0; i < items.length; ++i) {
            _settle(items[i]);
        }
    }

    /// @notice One item. A call of its own, so that all of it is undone when one leg fails.
    /// @dev The id is marked before any token is called, so that no token can make it happen twice.
    /// @param item What to do.
    function settleItem(Item calldata item) external {
        if (msg.sender != address(this)) revert NotSelf(msg.sender);
        uint256 count = item.legs.length;
        if (count == 0 || count > MAX_LEGS) revert LegsOutOfRange(count, MAX_LEGS);
        _settled.set(item.id);
        for (uint256 i = 0; i < count; ++i) {
            _do(item.legs[i]);
        }
    }

    /// @notice Stops all settling.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets settling go on. Who stops in a hurry is not who starts again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice Whether an item was done.
    /// @param id The id that the ledger gave it.
    function isSettled(uint256 id) external view returns (bool) {
        return _settled.get(id);
    }

    /// @notice The gas that has to be left before an item. What it does not use is not paid for.
    /// @param legs How many legs the item has.
    function gasFor(uint256 legs) public pure returns (uint256) {
        // A call passes on 63/64 of what is left at most.
        return (_allowanceOf(legs) * 64) / 63 + SPARE_GAS;
    }

    /// @dev Does an item, or tells why not.
    function _settle(Item calldata item) private {
        uint256 id = item.id;
        if (_settled.get(id)) {
            emit AlreadySettled(id);
            return;
        }
        uint256 legs = item.legs.length;
        uint256 needed = gasFor(legs);
        if (gasleft() < needed) revert GasTooLow(id, gasleft(), needed);
        try this.settleItem{gas: _allowanceOf(legs)}(item) {
            emit Settled(id);
        } catch {
            emit Refused(id, _reason());
        }
    }

    /// @dev What leaves is counted before any token is called.
    function _do(Leg calldata leg) private {
        Wallet wallet = _wallet(leg.from);
        if (leg.receiver == Receiver.Wallet) {
            wallet.send(leg.token, walletOf(leg.to), leg.amount);
        } else if (leg.receiver == Receiver.Outside) {
            address to = address(uint160(uint256(leg.to)));
            if (bytes32(uint256(uint160(to))) != leg.to) revert NotAnAddress(leg.to);
            _countOutside(leg.token, leg.amount);
            wallet.send(leg.token, to, leg.amount);
        } else {
            // Some dollars can be burnt by whoever holds them, and nobody would give them back.
            IBurnable token = IBurnable(address(leg.token));
            if (token.settlement() != address(this)) revert NotOurToken(leg.token);
            wallet.burn(token, leg.amount);
        }
    }

    /// @dev What an item may burn at most. One with too many legs is refused before it does any.
    function _allowanceOf(uint256 legs) private pure returns (uint256) {
        return ITEM_GAS + LEG_GAS * Math.min(legs, MAX_LEGS);
    }

    /// @dev The beginning of what the last call returned, which only assembly can take a part of.
    function _reason() private pure returns (bytes memory reason) {
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, MAX_REASON) {
                size := MAX_REASON
            }
            reason := mload(0x40)
            mstore(reason, size)
            returndatacopy(add(reason, 0x20), 0, size)
            mstore(0x40, and(add(add(reason, 0x3f), size), not(0x1f)))
        }
    }
}

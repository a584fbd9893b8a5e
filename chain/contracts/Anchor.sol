// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";

/// @title What the house has said of its books, and when
/// @notice The hash of each snapshot of what customers own, and of the newest seal of the ledger. What was anchored cannot be
/// changed any more, by nobody: numbers only rise, and each has one hash for ever.
/// @dev Whoever holds the role can write hashes here and do nothing else, anywhere.
contract Anchor is AccessControlEnumerable {
    /// @dev One slot for the hash, and one for the block in which it came: there its transaction is found.
    struct Mark {
        bytes32 hash;
        uint256 block;
    }

    struct Series {
        uint64 last;
        mapping(uint64 number => Mark) marks;
    }

    /// @notice Who writes hashes down.
    bytes32 public constant ANCHORER_ROLE = keccak256("ANCHORER_ROLE");

    Series private _snapshots;
    Series private _seals;

    /// @notice A snapshot was anchored.
    /// @param number Its number.
    /// @param hash The hash of its header.
    event SnapshotAnchored(uint64 indexed number, bytes32 indexed hash);

    /// @notice A seal of the ledger was anchored.
    /// @param number Its number.
    /// @param hash The hash that was sealed.
    event SealAnchored(uint64 indexed number, bytes32 indexed hash);

    /// @notice A number is not above the last one.
    /// @param number The number given.
    /// @param last The last one that was anchored.
    error NotAbove(uint64 number, uint64 last);

    /// @notice Nothing was given to anchor.
    /// @param number The number given.
    error NoHash(uint64 number);

    /// @notice Each role goes to a key of its own.
    /// @param admin Gives and takes roles.
    /// @param anchorer Writes hashes down.
    constructor(address admin, address anchorer) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(ANCHORER_ROLE, anchorer);
    }

    /// @notice Anchors a snapshot.
    /// @param number Its number, above those before it.
    /// @param hash The hash of its header.
    function anchor(uint64 number, bytes32 hash) external onlyRole(ANCHORER_ROLE) {
        _write(_snapshots, number, hash);
        emit SnapshotAnchored(number, hash);
    }

    /// @notice Anchors a seal of the ledger.
    /// @param number Its number, above those before it.
    /// @param hash The hash that was sealed.
    function anchorSeal(uint64 number, bytes32 hash) external onlyRole(ANCHORER_ROLE) {
        _write(_seals, number, hash);
        emit SealAnchored(number, hash);
    }

    /// @notice The number of the last snapshot that was anchored; 0 for none.
    function lastSnapshot() external view returns (uint64) {
        return _snapshots.last;
    }

    /// @notice The number of the last seal that was anchored; 0 for none.
    function lastSeal() external view returns (uint64) {
        return _seals.last;
    }

    /// @notice The hash that was anchored of a snapshot; zero for none.
    /// @param number Its number.
    function hashOf(uint64 number) external view returns (bytes32) {
        return _snapshots.marks[number].hash;
    }

    /// @notice The block in which a snapshot was anchored; zero for none.
    /// @param number Its number.
    function blockOf(uint64 number) external view returns (uint256) {
        return _snapshots.marks[number].block;
    }

    /// @notice The hash that was anchored of a seal; zero for none.
    /// @param number Its number.
    function sealHashOf(uint64 number) external view returns (bytes32) {
        return _seals.marks[number].hash;
    }

    /// @notice The block in which a seal was anchored; zero for none.
    /// @param number Its number.
    function sealBlockOf(uint64 number) external view returns (uint256) {
        return _seals.marks[number].block;
    }

    function _write(Series storage series, uint64 number, bytes32 hash) private {
        uint64 last = series.last;
        if (number <= last) revert NotAbove(number, last);
        if (hash == 0) revert NoHash(number);
        series.last = number;
        series.marks[number] = Mark({hash: hash, block: block.number});
    }
}

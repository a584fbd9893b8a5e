// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {IBackedToken} from "./interfaces/IBackedToken.sol";

/// @title The vault, as it was attested
/// @notice The attestor publishes how many grams of fine gold lie in the vault and how they are shared among the tokens. No
/// token can be minted above its share. Amounts have 18 decimals, as the tokens do.
/// @dev An attestation that would leave a token with less than exists of it is refused: gold that is missing is no share, so
/// first the pauser stops the tokens and units are burnt, then the smaller vault is attested.
contract Reserve is AccessControlEnumerable {
    /// @notice A token's share: the grams behind it, and how many units of it they cover.
    struct Share {
        IBackedToken token;
        uint256 grams;
        uint256 units;
    }

    struct Cover {
        uint256 grams;
        uint256 units;
    }

    /// @notice Who publishes what lies in the vault.
    bytes32 public constant ATTESTOR_ROLE = keccak256("ATTESTOR_ROLE");

    uint256 private _vaultGrams;
    uint256 private _sharedGrams;
    uint256 private _attestedAt;
    bytes32 private _evidence;
    mapping(IBackedToken token => Cover) private _covers;

    /// @notice The vault was attested.
    /// @param vaultGrams Grams of fine gold in it.
    /// @param sharedGrams Grams of it that stand behind tokens.
    /// @param evidence Hash of the list of bars that this rests on.
    event Attested(uint256 vaultGrams, uint256 sharedGrams, bytes32 indexed evidence);

    /// @notice A token's share was attested.
    /// @param token The token.
    /// @param grams Grams behind it.
    /// @param units How many units of it may exist.
    event ShareAttested(IBackedToken indexed token, uint256 grams, uint256 units);

    /// @notice More grams were shared out than lie in the vault.
    /// @param shared Grams behind tokens.
    /// @param vault Grams in the vault.
    error SharesAboveVault(uint256 shared, uint256 vault);

    /// @notice A share is below what exists of its token already.
    /// @param token The token.
    /// @param units The units attested.
    /// @param supply The units that exist.
    error ShareBelowSupply(IBackedToken token, uint256 units, uint256 supply);

    /// @notice A token of which one unit is one gram was given other units than grams.
    /// @param token The token.
    /// @param grams The grams attested.
    /// @param units The units attested.
    error UnitsAreNotGrams(IBackedToken token, uint256 grams, uint256 units);

    /// @notice A token asks another reserve for its cap, so a share here would tie up grams for nothing.
    /// @param token The token.
    /// @param reserve The reserve that it asks.
    error ForeignToken(IBackedToken token, address reserve);

    /// @notice Each role goes to a key of its own.
    /// @param admin Gives and takes roles.
    /// @param attestor Publishes what lies in the vault.
    constructor(address admin, address attestor) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(ATTESTOR_ROLE, attestor);
    }

    /// @notice Publishes what lies in the vault and what it stands behind.
    /// @dev Tokens that are left out keep their share, which counts towards the sum.
    /// @param grams Grams of fine gold in the vault.
    /// @param shares The shares that are attested anew.
    /// @param evidence Hash of the list of bars that this rests on.
    function attest(uint256 grams, Share[] calldata shares, bytes32 evidence) external onlyRole(ATTESTOR_ROLE) {
        uint256 shared = _sharedGrams;
        for (uint256 i = 0; i < shares.length; ++i) {
            shared = shared - _covers[shares[i].token].grams + shares[i].grams;
            _attestShare(shares[i]);
        }
        if (shared > grams) revert SharesAboveVault(shared, grams);
        _sharedGrams = shared;
        _vaultGrams = grams;
        _attestedAt = block.timestamp;
        _evidence = evidence;
        emit Attested(grams, shared, evidence);
    }

    /// @notice Grams of fine gold in the vault.
    function vaultGrams() external view returns (uint256) {
        return _vaultGrams;
    }

    /// @notice Grams that stand behind all tokens together.
    function sharedGrams() external view returns (uint256) {
        return _sharedGrams;
    }

    /// @notice When that was attested, in seconds since 1970; 0 for never.
    function attestedAt() external view returns (uint256) {
        return _attestedAt;
    }

    /// @notice Hash of the list of bars that it rests on.
    function evidenceHash() external view returns (bytes32) {
        return _evidence;
    }

    /// @notice Grams behind a token.
    /// @param token The token.
    function gramsOf(IBackedToken token) external view returns (uint256) {
        return _covers[token].grams;
    }

    /// @notice How many units of a token may exist.
    /// @param token The token.
    function capOf(IBackedToken token) external view returns (uint256) {
        return _covers[token].units;
    }

    function _attestShare(Share calldata share) private {
        IBackedToken token = share.token;
        address reserve = token.reserve();
        if (reserve != address(this)) revert ForeignToken(token, reserve);
        if (share.units != share.grams && token.unitsAreGrams()) {
            revert UnitsAreNotGrams(token, share.grams, share.units);
        }
        uint256 supply = token.totalSupply();
        if (share.units < supply) revert ShareBelowSupply(token, share.units, supply);
        _covers[token] = Cover({grams: share.grams, units: share.units});
        emit ShareAttested(token, share.grams, share.units);
    }
}

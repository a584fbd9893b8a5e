// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Wallet} from "./Wallet.sol";

/// @title Wallets by salt
/// @notice The address of a wallet follows from its salt, so that deposits can arrive before it is deployed. The first move
/// out of it deploys it. A customer's salt is random and known to us alone until then: nobody can list our wallets or tell
/// whose an address is. The treasury has the salt 0 and stands from the beginning.
abstract contract WalletFactory {
    /// @notice The salt of the treasury.
    bytes32 public constant TREASURY = 0;

    address private immutable _walletImplementation;
    address private immutable _treasury;
    bytes32 private immutable _walletCodeHash;

    /// @notice A wallet came to stand at its address.
    /// @param salt The customer's salt.
    /// @param wallet Its address.
    event WalletDeployed(bytes32 indexed salt, address wallet);

    /// @notice Deploys what wallets are clones of, and the treasury.
    constructor() {
        _walletImplementation = address(new Wallet());
        _treasury = Clones.cloneDeterministic(_walletImplementation, TREASURY);
        _walletCodeHash = _treasury.codehash;
        emit WalletDeployed(TREASURY, _treasury);
    }

    /// @notice What every wallet is a clone of.
    function walletImplementation() external view returns (address) {
        return _walletImplementation;
    }

    /// @notice The hash of every wallet's code. A caller with this code does only what this contract told it to.
    function walletCodeHash() external view returns (bytes32) {
        return _walletCodeHash;
    }

    /// @notice Where the wallet with a salt is, or will be.
    /// @param salt The customer's salt; 0 is the treasury.
    function walletOf(bytes32 salt) public view returns (address) {
        // In half of all legs, and dear to derive.
        if (salt == TREASURY) return _treasury;
        return Clones.predictDeterministicAddress(_walletImplementation, salt);
    }

    /// @dev Deploys the wallet if it is not there yet.
    function _wallet(bytes32 salt) internal returns (Wallet) {
        address wallet = walletOf(salt);
        if (wallet.code.length == 0) {
            Clones.cloneDeterministic(_walletImplementation, salt);
            emit WalletDeployed(salt, wallet);
        }
        return Wallet(wallet);
    }
}

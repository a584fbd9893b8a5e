// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Wallet} from "./Wallet.sol";

/// @title Wallets by number
/// @notice The address of a wallet follows from its number alone, so that deposits can arrive before it is deployed. The
/// first move out of it deploys it. Number 0 is the treasury and stands from the beginning.
abstract contract WalletFactory {
    /// @notice The number of the treasury.
    uint256 public constant TREASURY = 0;

    address private immutable _walletImplementation;
    bytes32 private immutable _walletCodeHash;

    /// @notice A wallet came to stand at its address.
    /// @param number The customer's number.
    /// @param wallet Its address.
    event WalletDeployed(uint256 indexed number, address wallet);

    /// @notice Deploys what wallets are clones of, and the treasury.
    constructor() {
        _walletImplementation = address(new Wallet());
        _walletCodeHash = address(_wallet(TREASURY)).codehash;
    }

    /// @notice What every wallet is a clone of.
    function walletImplementation() external view returns (address) {
        return _walletImplementation;
    }

    /// @notice The hash of every wallet's code. A caller with this code does only what this contract told it to.
    function walletCodeHash() external view returns (bytes32) {
        return _walletCodeHash;
    }

    /// @notice Where the wallet with a number is, or will be.
    /// @param number The customer's number; 0 is the treasury.
    function walletOf(uint256 number) public view returns (address) {
        return Clones.predictDeterministicAddress(_walletImplementation, bytes32(number));
    }

    /// @dev Deploys the wallet if it is not there yet.
    function _wallet(uint256 number) internal returns (Wallet) {
        address wallet = walletOf(number);
        if (wallet.code.length == 0) {
            Clones.cloneDeterministic(_walletImplementation, bytes32(number));
            emit WalletDeployed(number, wallet);
        }
        return Wallet(wallet);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";

/// @title A customer's wallet
/// @notice Holds tokens at an address that is known before anything is deployed there. Nobody has a key to it: only the
/// settlement contract can move what it holds, and it never approves anybody.
/// @dev Wallets are clones of one instance of this contract. Who may move them is part of the code and not of the storage, so
/// a clone needs no initialisation that a stranger could come first to, and the instance itself obeys nobody else either.
contract Wallet {
    using SafeERC20 for IERC20;

    address private immutable _settlement;

    /// @notice Somebody other than the settlement contract tried to move something.
    /// @param caller Who tried.
    error NotSettlement(address caller);

    modifier onlySettlement() {
        if (msg.sender != _settlement) revert NotSettlement(msg.sender);
        _;
    }

    /// @notice Whoever deploys it is the only one it obeys.
    constructor() {
        _settlement = msg.sender;
    }

    /// @notice Sends tokens from this wallet.
    /// @param token The token to send.
    /// @param to Who receives it.
    /// @param amount How much, in the token's smallest units.
    function send(IERC20 token, address to, uint256 amount) external onlySettlement {
        token.safeTransfer(to, amount);
    }

    /// @notice Destroys tokens in this wallet.
    /// @param token The token to destroy.
    /// @param amount How much, in the token's smallest units.
    function burn(IBurnable token, uint256 amount) external onlySettlement {
        token.burn(amount);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title USDT for the sandbox
/// @notice Stands in for a third party's contract, with 18 decimals as on BNB Smart Chain. Anyone may mint: it is
/// worth nothing.
contract TestUsdt is ERC20 {
    /// @notice Named as the real one is.
    constructor() ERC20("Tether USD", "USDT") {}

    /// @notice Gives tokens to anyone.
    /// @param to Who receives them.
    /// @param amount How much, in the smallest units.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "./BackedToken.sol";
import {Reserve} from "./Reserve.sol";
import {Settlement} from "./Settlement.sol";

/// @title QMGT: one gram of fine gold in the vault
/// @notice The gold token: it is sent freely, and each is redeemable for the gram behind it.
contract QMGT is BackedToken {
    /// @notice Ties the token to its reserve and to the wallets, for good.
    /// @param reserve Where the cap comes from.
    /// @param settlement Whose first wallet is the treasury.
    /// @param keys Who may do what.
    constructor(Reserve reserve, Settlement settlement, Keys memory keys)
        BackedToken("QMGT", "QMGT", reserve, settlement, keys)
    {}

    /// @notice One unit is one gram.
    function unitsAreGrams() external pure override returns (bool) {
        return true;
    }
}

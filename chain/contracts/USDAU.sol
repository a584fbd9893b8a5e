// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "./BackedToken.sol";
import {Reserve} from "./Reserve.sol";
import {Settlement} from "./Settlement.sol";

/// @title USDAU: one US dollar's worth of gold in the vault
/// @notice A dollar claim on gold: it is sent freely, and the grams behind it are attested beside its units.
contract USDAU is BackedToken {
    /// @notice Ties the token to its reserve and to the wallets, for good.
    /// @param reserve Where the cap comes from.
    /// @param settlement Whose first wallet is the treasury.
    /// @param keys Who may do what.
    constructor(Reserve reserve, Settlement settlement, Keys memory keys)
        BackedToken("USDAU", "USDAU", reserve, settlement, keys)
    {}

    /// @notice One unit is a dollar's worth, so the grams behind it are attested on their own.
    function unitsAreGrams() external pure override returns (bool) {
        return false;
    }
}
